import type { SessionName } from '../call.js';
import type { JsonObject } from '../json.js';

export interface DiagnosticNote {
  readonly insight: string;
  readonly category?: string | undefined;
  readonly severity?: 'info' | 'warning' | 'problem' | undefined;
  /** An element or a call that it is about, in the agent's own words. */
  readonly ref?: string | undefined;
}

export interface DiagnosticQuery {
  readonly text?: string | undefined;
  readonly tool?: string | undefined;
  readonly kind?: 'call' | 'note' | undefined;
  readonly limit: number;
}

/** What is kept of the calls of a session, for whoever wants to know which tool is missing or slow. */
export interface Diagnostics {
  /** Masked before it is handed in. */
  note(session: SessionName, note: DiagnosticNote): Promise<void>;
  search(session: SessionName, query: DiagnosticQuery): Promise<readonly JsonObject[]>;
  report(session: SessionName, isFull: boolean): Promise<JsonObject>;
  close(): Promise<void>;
}

/** The same for the session of one call. */
export interface CallDiagnostics {
  note(note: DiagnosticNote): Promise<void>;
  search(query: DiagnosticQuery): Promise<readonly JsonObject[]>;
  report(isFull: boolean): Promise<JsonObject>;
}
