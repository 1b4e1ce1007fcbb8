import { Failure } from '../../core/index.js';
import type { ActionResult, WaitCondition } from '../../core/index.js';
import type { Attempt } from './attempt.js';
import { duringCall, ifInTime, pause } from './call-time.js';
import { nextChange } from '../cdp/page-cdp-session.js';
import { isShown } from '../dom/is-shown.js';
import { requireSameOrigin } from './permit-preconditions.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';

/** A call has thirty seconds, and something must be left to answer in. */
const MAX_LENGTH = 25;
const USUAL = 10;
const POLL_MS = 250;

export function waitFor(deps: PageDeps, condition: WaitCondition): Promise<ActionResult> {
  return runAction(deps, { action: 'wait_for', isReadOnly: true }, (attempt) => wait(deps, attempt, condition));
}

async function wait(deps: PageDeps, attempt: Attempt, condition: WaitCondition): Promise<Flaw | undefined> {
  const seconds = Math.min(condition.seconds ?? USUAL, MAX_LENGTH);
  const end = Date.now() + seconds * 1_000;
  if (condition.text === undefined && condition.gone === undefined && condition.target === undefined) {
    await pause(attempt.signal, end - Date.now());
    return undefined;
  }
  for (;;) {
    if (await holds(deps, condition)) return undefined;
    const left = end - Date.now();
    if (left <= 0) return flaw('page.wait-timeout', `waited ${String(seconds)} s`);
    await duringCall(attempt.signal, untilChange(deps, Math.min(left, POLL_MS)));
  }
}

/** At the document's next change, or a little later: frames change unnoticed, and a new document is a change too. */
async function untilChange({ tab, signal }: PageDeps, ms: number): Promise<void> {
  const changed = await ifInTime(
    ms + 100,
    nextChange(tab.page, ms).then(() => true),
  );
  if (changed !== true) await pause(signal, Math.min(ms, 50));
}

async function holds(deps: PageDeps, { text, gone, target }: WaitCondition): Promise<boolean> {
  // Waiting is reading: what is seen must be the judged origin's.
  requireSameOrigin(deps);
  const { view } = deps.tab;
  const asked: Promise<boolean>[] = [];
  if (text !== undefined) asked.push(isShown(view, { text }));
  if (gone !== undefined) asked.push(isShown(view, { text: gone }).then((shown) => !shown));
  if (target !== undefined) asked.push(isShown(view, { locator: target.at }));
  try {
    return (await duringCall(deps.signal, Promise.all(asked))).every(Boolean);
  } catch (error) {
    // A document that goes away while it is asked does not hold anything.
    if (error instanceof Failure) throw error;
    if (deps.tab.crashed || deps.tab.page.isClosed()) throw error;
    return false;
  }
}
