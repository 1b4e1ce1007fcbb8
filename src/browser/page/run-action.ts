import { Failure } from '../../core/index.js';
import type { ActionResult } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { Attempt, SILENT } from './attempt.js';
import { awaitSideEffects } from './await-side-effects.js';
import { requireSameDocument, requireSameOrigin } from './permit-preconditions.js';
import { captureBefore, observe } from './observe.js';
import type { Done, Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { StableWait } from './wait-for-stable.js';

export interface ActionSpec {
  readonly action: string;
  /** The element that the result tells about. */
  readonly seen?: LocatedElement;
  readonly hidesValue?: boolean;
  /** The text that the field is to take. */
  readonly typed?: string | undefined;
  readonly replaces?: boolean;
  /** The element was not named by the agent: it is the one that has the focus. */
  readonly isAtFocus?: boolean;
  /** The action only reads, so a new document of the judged origin is as good as the old one. */
  readonly isReadOnly?: boolean;
}

/** What the action itself found: a flaw, or what is to be looked at when all is quiet. */
export type Found = Flaw | Pick<Done, 'beforeEnter' | 'unmet'>;

/**
 * One action from end to end: capture the state before, act, wait for what it started, say what it did.
 * Any error after input was sent is an unknown outcome; nothing is ever tried again.
 */
export async function runAction(
  deps: PageDeps,
  spec: ActionSpec,
  act: (attempt: Attempt) => Promise<Found | undefined>,
): Promise<ActionResult> {
  const { tab, session, signal } = deps;
  const capturing = captureBefore(deps);
  const heldUp = (): Promise<boolean> => session.events.untilAnswered();
  const attempt = new Attempt(signal, tab, capturing, heldUp);
  let settle: StableWait | undefined;
  try {
    if (spec.isReadOnly === true) requireSameOrigin(deps);
    else requireSameDocument(deps);
    settle = await attempt.within(StableWait.begin(tab.page));
    session.events.begin(signal);
    const found = await act(attempt).catch(unlessClosed(deps, attempt));
    const before = await attempt.within(capturing);
    let arrival = await settle.untilQuiet(signal);
    while (arrival === 'silent' && (await attempt.within(heldUp()))) arrival = await settle.untilQuiet(signal);
    await attempt.within(awaitSideEffects(deps, settle));
    await attempt.within(heldUp());
    if (arrival === 'silent') throw new Failure(attempt.begun ? 'browser.outcome-unknown' : 'call.deadline', SILENT);
    const { action, seen, hidesValue = false, typed, replaces = false, isAtFocus = false } = spec;
    const done = {
      action,
      before,
      arrival,
      status: settle.response?.status(),
      ...(found !== undefined && 'code' in found ? { flaw: found } : { flaw: undefined, ...found }),
      seen,
      hidesValue,
      typed,
      replaces,
      isAtFocus,
    };
    return await attempt.within(observe(deps, done));
  } catch (error) {
    throw attempt.explain(error);
  } finally {
    settle?.stop();
  }
}

/** A page may close its own tab: then the input arrived, and the rest of it has nowhere to go. */
function unlessClosed({ tab, session }: PageDeps, attempt: Attempt): (error: unknown) => undefined {
  return (error) => {
    const lives = session.context.browser()?.isConnected() !== false && session.tabs().length > 0;
    if (attempt.begun && tab.page.isClosed() && !tab.crashed && lives) return undefined;
    throw error;
  };
}
