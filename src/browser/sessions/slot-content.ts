import type { WatchedUse } from './session-usage.js';

/** What a slot has to know of what was opened in it. */
export interface SlotContent {
  readonly session: unknown;
  /** Kept when the browser has passed its self-test: until then nobody gets anything of the session's pages. */
  readonly tested: Promise<void>;
  /** Where its current tab is. */
  url(): string;
  /** The session's use of each limited resource, except for its processes. */
  counts(): WatchedUse;
  /** Its pages and all that is kept for them go, and its browser if nobody else uses it. */
  close(): Promise<void>;
}
