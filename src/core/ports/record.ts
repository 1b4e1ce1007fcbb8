import type { JsonObject } from '../json.js';
import type { Scope } from '../call.js';

/** The intent, written before anything happens. Everything in it is masked already. */
export interface Intent {
  readonly call: string;
  readonly principal: string;
  readonly tool: string;
  readonly session: string;
  readonly transport: string;
  /** The client's part of the session's key. */
  readonly client?: string;
  /** What the client calls itself, with its version. */
  readonly program?: string;
  readonly arguments: JsonObject;
}

/** The true outcome, written before the answer is sent. */
export interface Closing {
  readonly call: string;
  readonly outcome: 'ok' | 'denied' | 'failed' | 'unknown' | 'asked';
  readonly code?: string;
  /** Where the call acts; of a navigation where it goes. Addresses are without their query. */
  readonly origin?: string;
  readonly url?: string;
  /** Where the page was when it was over, if that is elsewhere: after redirects, or by a click. */
  readonly endedOrigin?: string;
  readonly ended?: string;
  /** The page that a navigation left. */
  readonly from?: string;
  /** Role and name of what was acted on, as they are on the page. */
  readonly element?: string;
  readonly verdict?: string;
  readonly rule?: string;
  /** Why, in the gateway's words; no page text. */
  readonly reason?: string;
  readonly risk?: string;
  readonly approver?: string;
  /** As whom of the vault the browser was signed in there, by name. */
  readonly identity?: string;
  /** The grant that covered this call. */
  readonly grant?: string;
  /** What a person approved, as the digest that the approval was bound to. */
  readonly digest?: string;
  /** What rules in observe mode would have said. */
  readonly observed?: readonly string[];
  readonly durationMs: number;
  readonly bytes: number;
}

export interface RecordedEvent {
  readonly event: string;
  readonly scope?: Scope;
  readonly facts: JsonObject;
}

/** How a page looked after a call, for whoever reads the record later. */
export interface RecordedPicture {
  /** The call that it was taken after. */
  readonly call: string;
  readonly scope: Scope;
  /** Secrets are painted over in it; `withheld` says why there is none. */
  readonly shows:
    { readonly image: Uint8Array; readonly mimeType: string; readonly origin: string } | { readonly withheld: string };
  /** Calls since the last one of which no picture was taken, because there was no time for it. */
  readonly skipped: number;
}

/** Append-only. Each method throws when the record cannot be written; without a record there is no call. */
export interface Record {
  open(intent: Intent): void;
  close(closing: Closing): void | Promise<void>;
  note(event: RecordedEvent): void;
  /** Keeps it beside the record, and what it hashes to on the record. Absent: the operator wants no pictures. */
  picture?(picture: RecordedPicture): Promise<void>;
  end(): void;
}
