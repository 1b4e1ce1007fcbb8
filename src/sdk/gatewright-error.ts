import type { GatewrightErrorCode } from './tool-types.generated.js';
import type { FailureFacts, ToolResult } from './types.js';

/** Why nothing was done, or what went wrong, by the code of docs/errors.md. */
export class GatewrightError extends Error {
  override readonly name = 'GatewrightError';
  readonly code: GatewrightErrorCode;
  /** Whom it is for: the agent, the operator, the page; see docs/errors.md. */
  readonly source: string;
  /** Does the same call make sense again: `yes`, `no` or `after-change`? */
  readonly retry: string;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** As the model is to read it; page text is fenced. Absent where no tool was called. */
  readonly result: ToolResult | undefined;

  constructor(message: string, failure: FailureFacts, result?: ToolResult) {
    super(message);
    this.code = failure.code;
    this.source = failure.source;
    this.retry = failure.retry;
    this.hint = failure.hint;
    this.retryAfterMs = failure.retryAfterMs;
    this.result = result;
  }
}

/** For copies of the package in one program, where instanceof fails. */
export function isGatewrightError(error: unknown): error is GatewrightError {
  return error instanceof Error && error.name === 'GatewrightError' && 'code' in error && 'retry' in error;
}
