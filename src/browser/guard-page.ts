import { Failure } from '../core/index.js';
import type { ErrorCode, Page } from '../core/index.js';

// What a call says when the ground is pulled away from under it, and does not know why.
const VAGUE: ReadonlySet<ErrorCode> = new Set(['internal.fault', 'session.no-such-tab', 'call.cancelled']);

/** The same page, but a call that fails because its tab, session or browser died says so. */
export function guardPage(page: Page, death: AbortSignal): Page {
  return new Proxy(page, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => explained(Reflect.apply(member, target, given), death);
    },
  });
}

async function explained(work: unknown, death: AbortSignal): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    const reason: unknown = death.reason;
    const isVague = !(error instanceof Failure) || VAGUE.has(error.code);
    throw isVague && reason instanceof Failure ? reason : error;
  }
}
