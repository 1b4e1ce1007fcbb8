import type { CdpConnection } from '../cdp/cdp-connection.js';
import type { Canary } from './canary.js';
import { selfTest } from './self-test.js';
import type { Tested } from './self-test.js';

/** So long the test waits for the first tab of a browser that is up. */
const MAX_HELD_MS = 1000;

/**
 * A browser that passed before is tested again when its first tab is there, which has loaded nothing by then: the
 * test's own pages would otherwise be made before it. No tab comes, or the browser is lost: the test begins all the same.
 */
export class TestHold {
  /** Undefined: nothing is held. */
  readonly over: Promise<void> | undefined;
  /** The first tab is there. */
  end = (): void => undefined;

  constructor(isHeld: boolean, wire: Pick<CdpConnection, 'whenLost'>) {
    if (!isHeld) return;
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    wire.whenLost(this.end);
  }

  /** The browser is up. */
  endSoon(): void {
    setTimeout(this.end, MAX_HELD_MS).unref();
  }
}

type Planned = Omit<Tested, 'canary' | 'begun'> & { readonly canary: Canary | undefined };

/** `idle` and `selfTested` of a browser; without a canary there is nothing to test. */
export function testAfter(
  { over }: Pick<TestHold, 'over'>,
  { canary, ...tested }: Planned,
): { readonly idle: Promise<void>; readonly selfTested: Promise<number | undefined> } {
  if (canary === undefined) return { idle: Promise.resolve(), selfTested: Promise.resolve(undefined) };
  let begun = (): void => undefined;
  const idle = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const test = (): Promise<number> => selfTest({ ...tested, canary, begun });
  // One that is not held is begun at once: what comes next may keep this thread busy for long.
  const selfTested = over === undefined ? test() : over.then(test);
  selfTested.then(begun, begun);
  return { idle, selfTested };
}
