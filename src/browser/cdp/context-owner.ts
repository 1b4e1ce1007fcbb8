import type { Failure, PageRequests } from '../../core/index.js';
import type { JudgesRequests } from './paused-request.js';
import type { HeaderRules } from './header-rules.js';
import type { TargetSetup } from './target-setup.js';

/** The session that a browser context belongs to, and what may happen in it. */
export interface ContextOwner extends JudgesRequests {
  mayVisit(url: string): boolean;
  /** May a frame show it? Absent: what may be visited. */
  mayLoad?(url: string): boolean;
  /**
   * Documents are paused and judged one by one, which makes each request slower. Needed where some origins may be loaded
   * and not visited, and without a proxy; otherwise the proxy refuses what may not be visited.
   */
  readonly pausesDocuments: boolean;
  /** A page tried to go where it may not. */
  blocked(url: string): void;
  /** Pages beyond this many are closed before they run. */
  readonly maxPages: number;
  /** A page that opened windows without end was closed (denial of service, CWE-400). */
  openedTooManyWindows(): void;
  /** A renderer of its pages was ended. Undefined: nobody knows why. */
  whyCrashed?(): Failure | undefined;
  /** A page asked for a permission, as far as that can be noticed. */
  permissionAsked?(name: string, origin: string): void;
  /** A script of ours answers `requestDevice` of Bluetooth, USB and HID. */
  readonly emulatesDevices?: boolean;
  /** Receives the address of each request that the pages, frames and workers of the context send. */
  readonly requests?: PageRequests;
  /** What its identities add to requests. */
  readonly headers?: HeaderRules;
  /** What its pages, frames and workers get before they run. */
  readonly setups?: readonly TargetSetup[];
  /** What the egress proxy knows this context by; asked for once, then the browser remembers it for the context. */
  readonly proxyCredentials?: { readonly username: string; readonly password: string; areSent: boolean };
}

export interface PageIds {
  readonly session: string;
  readonly target: string;
  readonly context: string;
  readonly owner: ContextOwner;
  /** The page that opened it. */
  readonly opener: string | undefined;
  /** The origin of the frame that opened it. */
  readonly creator?: string | undefined;
  /** Did we open it, and not a page? */
  readonly isOurs: () => boolean;
  /** The page opened more windows than any page has use for. */
  readonly onTooManyWindows: () => void;
}
