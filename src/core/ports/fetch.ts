import type { Scope } from '../call.js';
import type { UrlFacts } from '../facts.js';
import type { UrlTarget } from '../target.js';
import type { Verdict } from '../verdict.js';

export interface FetchRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Of the answer's body, after decompression; at most 1 MiB in any case. */
  readonly maxBytes?: number | undefined;
}

/** What a server answered. Every string in it is the server's own words, but the names of the headers and `origin`. */
export interface Fetched {
  readonly status: number;
  /** Where the answer came from, after the redirects. */
  readonly url: string;
  readonly origin: string;
  readonly redirects: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of the answer that are not among these. */
  readonly omittedHeaders: number;
  readonly text: string;
  /** Why there is no more text than this; absent when it is whole. */
  readonly cut?: 'size' | 'time' | 'connection' | 'not-text' | 'coding';
  /** The text right after the cut: a secret across the cut must be masked before it is cut in half. */
  readonly beyond: string;
}

/** What one call may fetch: for whom, and which redirects may be followed. The first address was judged by the gateway. */
export interface FetchPermission {
  readonly scope: Scope;
  /** `request`: what would be sent along. */
  readonly judgeRedirect: (url: UrlFacts, request: FetchRequest) => Verdict;
}

/** Plain requests without a browser, on the same way out: each hop is judged, resolved, judged again and dialled. */
export interface Fetch {
  fetch(url: string, request: FetchRequest, permission: FetchPermission, signal: AbortSignal): Promise<Fetched>;
  close(): void;
}

/** Fetch as a tool sees it: bound to its call, and to the address that was judged. */
export interface CallFetch {
  fetch(target: UrlTarget, request: FetchRequest): Promise<Fetched>;
}
