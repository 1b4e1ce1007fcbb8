import type { ErrorCode } from './errors.js';

/**
 * The only error that tells the model anything. The hint is safe detail (a parameter, a rule, a flag to set);
 * what a page wrote goes into `detail`, which leaves fenced.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly detail: { readonly origin: string; readonly text: string } | undefined;
  constructor(code: ErrorCode, hint?: string, detail?: { origin: string; text: string }, cause?: unknown) {
    super(hint === undefined ? code : `${code}: ${hint}`, { cause });
    this.code = code;
    this.hint = hint;
    this.detail = detail;
  }
}

/** A refusal that time mends: the same call is taken again after so long. */
export class RetryLater extends Failure {
  readonly retryAfterMs: number;
  constructor(code: 'call.busy' | 'session.too-many', hint: string, retryAfterMs: number) {
    const ms = Math.max(1, Math.ceil(retryAfterMs));
    super(code, `${hint}; retryAfterMs: ${String(ms)}`);
    this.retryAfterMs = ms;
  }
}
