import { Failure } from '../../core/index.js';
import type { ErrorCode, Page } from '../../core/index.js';

/** Codes of a call whose page is gone that do not name the cause: it may have crashed for want of memory. */
const VAGUE = new Set<ErrorCode>(['internal.fault', 'session.no-such-tab', 'call.cancelled', 'browser.crashed']);

/**
 * The same page, but a call that fails because its tab, session or browser died says so, and nothing of the page is
 * handed out before its browser has passed the self-test.
 */
export function withCrashReason(page: Page, death: AbortSignal, tested: Promise<unknown>): Page {
  return new Proxy(page, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => explained(Reflect.apply(member, target, given), death, tested);
    },
  });
}

async function explained(work: unknown, death: AbortSignal, tested: Promise<unknown>): Promise<unknown> {
  // The call goes on while the browser is tested; its result and its error are the page's, and wait for the test.
  Promise.resolve(work).catch(() => undefined);
  try {
    return await tested.then(() => work);
  } catch (error) {
    const reason: unknown = death.reason;
    const isVague = !(error instanceof Failure) || VAGUE.has(error.code);
    throw isVague && reason instanceof Failure ? reason : error;
  }
}
