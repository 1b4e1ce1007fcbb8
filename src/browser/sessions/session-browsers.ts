import type { LaunchRequest, RunningBrowser } from '../providers/provider.js';

/** A browser for a session, for as long as the session needs it. */
export interface BorrowedBrowser {
  readonly running: RunningBrowser;
  /** The session is done with it; safe to call twice. */
  readonly release: () => void;
}

/** Where sessions get their browsers from. */
export interface SessionBrowsers {
  borrow(request: LaunchRequest): Promise<BorrowedBrowser>;
  /** Starts browsers ahead of the sessions that will get them, where there are to be any. */
  warmUp?(request: LaunchRequest): void;
  /** All of them, also those that are just being started. */
  kill(): Promise<void>;
}
