import { ERRORS, Failure, sourceOf } from '../core/index.js';
import type { ErrorCode } from '../core/index.js';
import { GatewrightError } from './gatewright-error.js';

/** A Failure, or a code alone, as the program sees it; whatever else is thrown stays what it is. */
export function asGatewrightError(thrown: unknown): unknown {
  if (!(thrown instanceof Failure)) return thrown;
  return errorOf(thrown.code, thrown.hint);
}

export function errorOf(code: ErrorCode, hint?: string): GatewrightError {
  const { says, retry } = ERRORS[code];
  const facts = { code, source: sourceOf(code), retry, ...(hint === undefined ? {} : { hint }) };
  return new GatewrightError(`${code}: ${says}${hint === undefined ? '' : ` (${hint})`}`, facts);
}

export async function orGatewrightError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asGatewrightError(error);
  }
}
