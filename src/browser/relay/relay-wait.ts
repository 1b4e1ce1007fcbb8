import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import type { ActionResult, WaitCondition } from '../../core/index.js';
import { locateNode } from './locate-node.js';
import type { PageState } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import { linesOf, readJudged } from './shown-page.js';

const POLL_MS = 250;
const MAX_SECONDS = 25;

/** Compared with the page as answers show it: whoever can compare with a masked value, letter by letter, has read it. */
export async function waitForText(deps: RelayPageDeps, condition: WaitCondition): Promise<ActionResult> {
  const { text, gone, target, seconds } = condition;
  const until = Date.now() + (seconds ?? MAX_SECONDS) * 1000;
  const isTime = text === undefined && gone === undefined && target === undefined;
  for (;;) {
    const state = await readJudged(deps);
    if (!isTime && isMet(deps, state, condition)) return { ok: true, action: 'wait' };
    if (Date.now() >= until) break;
    await wait(Math.min(POLL_MS, Math.max(1, until - Date.now())), undefined, { signal: deps.signal });
  }
  if (isTime) return { ok: true, action: 'wait' };
  return { ok: false, action: 'wait', failure: { source: 'app', code: 'page.wait-timeout' } };
}

function isMet(deps: RelayPageDeps, state: PageState, { text, gone, target }: WaitCondition): boolean {
  const shown = linesOf(deps, state)
    .map((line) => line.text)
    .join('\n')
    .toLowerCase();
  if (text !== undefined && !shown.includes(text.toLowerCase())) return false;
  if (gone !== undefined && shown.includes(gone.toLowerCase())) return false;
  return (
    target === undefined ||
    isThere(() => locateNode(state, target.at, { refs: deps.session.refs, pageSecrets: deps.pageSecrets }))
  );
}

function isThere(find: () => unknown): boolean {
  try {
    find();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'browser.ambiguous') return true;
    if (error instanceof Failure && error.code !== 'browser.unsupported') return false;
    throw error;
  }
}
