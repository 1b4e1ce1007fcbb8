import type { Duplex } from 'node:stream';
import type { Scope } from '../call.js';
import type { AddressFacts, UrlFacts } from '../facts.js';
import type { Verdict } from '../verdict.js';

export type WebUrlFacts = Extract<UrlFacts, { kind: 'web' }>;

/** What the proxy asks for each request: once on the name (`addresses` absent), once on what the name resolved to. */
export type JudgeEgress = (scope: Scope, url: WebUrlFacts, addresses?: readonly AddressFacts[]) => Verdict;

export interface EgressCounts {
  readonly total: number;
  readonly refused: number;
  /** Requests of the browser itself that no page had asked for: all refused, and in none of the other figures. */
  readonly browserOwn?: number;
  /** Requests to names that have no address. */
  readonly unresolved?: number;
  /** The newest refusals, one a line: origin, rule, count. */
  readonly refusals: readonly {
    readonly origin: string;
    readonly rule: string;
    readonly reason: string;
    readonly count: number;
  }[];
}

/** Where the pages of a session send requests, as the module that gets the browser's events reports it. */
export interface PageRequests {
  announce(url: string): void;
  /** A frame ran before its requests were reported: for a short time it is not known which frame sends what. */
  missed(): void;
}

/** How a browser on another machine reaches the proxy: over TLS, told apart by the name that it asks for. */
export interface RemoteAdmission {
  /** `https://<label>.<name>:<port>`; whoever knows the label is the session, so it is a secret. */
  readonly server: string;
  /** `MAP` rule for the browser's resolver, where the proxy has an address and no name; absent: the name is looked up. */
  readonly hostRule?: string | undefined;
  /** The SHA-256 of the proxy's key, for a browser that is to trust it by that alone. */
  readonly keyHash: string;
  /** A place at the proxy's own port that nothing may reach but through the proxy. */
  watch(): BoundaryWatch;
  /** Undefined: nobody has used the label yet. */
  readonly binding: () => LabelBinding | undefined;
  /** The session was taken over and is guarded again: until then nothing of it gets out but the self-test. */
  letOut(): void;
}

/** A label and the address of the browser that used it. Both are the session's alone. */
export interface LabelBinding {
  readonly label: string;
  readonly node: string;
}

/** What the self-test of a browser elsewhere is held to. */
export interface BoundaryWatch {
  /** As the browser would reach it directly: the address of the proxy itself. */
  readonly host: string;
  readonly port: number;
  /** In the path of every attempt, which tells it from other connections to the port. */
  readonly token: string;
  /** Attempts that came without the proxy, one word each. */
  hits(): readonly string[];
  whenHit(listener: () => void): void;
  /** Kept when an attempt has come through the proxy, which shows that the browser uses it. */
  readonly cameThrough: Promise<void>;
  close(): void;
}

/** The browser's only way out. */
export interface Egress {
  /** Reads a URL; looks nothing up. */
  describe(url: string): UrlFacts;
  /** Every address the host has right now, classified; the hosts file first. */
  resolve(url: WebUrlFacts, signal: AbortSignal): Promise<readonly AddressFacts[]>;
  /** A company's proxy resolves names again; one that has no address here may have one there. */
  readonly resolvesElsewhere?: boolean;
  /** Where a browser sends its requests, and the credentials that only this session's context has. */
  admit(scope: Scope): Promise<{ readonly server: string; readonly username: string; readonly password: string }>;
  /**
   * The same for a browser on another machine. Absent: there is no way in for one. `revived`: that browser was started
   * with this label by a server that is gone; the label counts again, from that address alone.
   */
  admitRemote?(scope: Scope, revived?: LabelBinding): Promise<RemoteAdmission>;
  /**
   * From now on the session's browser announces where its pages, frames and workers send requests; a request to any other
   * host is the browser's own and refused. `caughtUp` ends when everything that the browser said before has been announced.
   */
  listenToPages?(scope: Scope, caughtUp: () => Promise<unknown>): PageRequests;
  /** What browsers must trust besides, to get through. */
  readonly trust?: {
    /** The SHA-256 of the key with which the proxy answers for sites whose certificates are broken. */
    readonly keyHash?: string | undefined;
    /** A company's authorities, in PEM form. */
    readonly authorities?: string | undefined;
  };
  /** A connection from a browser that has no network to reach the server by; it needs the credentials all the same. */
  serveAsProxy(connection: Duplex): void;
  /**
   * For a browser that cannot be put behind the proxy: would this request of an admitted session get out? `sent` is what
   * it says besides its URL. Judged, counted and noted like one of the proxy's own; but whoever sends it looks its name
   * up again.
   */
  maySendRequest?(scope: Scope, url: string, sent: readonly string[], signal: AbortSignal): Promise<boolean>;
  /**
   * The session may do less than before. What it has under way is judged again and cut where it may not be; answers the
   * origins that it reached before and may not reach any more.
   */
  recheck(scope: Scope): readonly string[];
  dismiss(scope: Scope): void;
  /** Bytes that the sites have sent to this session, since it began; what passes unproxied is not counted. */
  received?(scope: Scope): number;
  /** What this session sent and what was refused, since it began. */
  counts(scope: Scope): EgressCounts;
  close(): Promise<void>;
}
