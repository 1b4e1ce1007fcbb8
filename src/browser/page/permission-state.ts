import { Failure } from '../../core/index.js';
import type { PageView } from '../../core/index.js';
import type { Page as PlaywrightPage } from 'playwright-core';
import { evaluateApart } from '../cdp/page-cdp-session.js';

/** What the top page would get if it asked. Asking this changes nothing. */
export async function readPermissionState(
  page: PlaywrightPage,
  origin: string,
  names: readonly string[],
): Promise<PageView> {
  const bad = names.find((name) => !/^[a-z][a-z-]{0,40}$/u.test(name));
  if (bad !== undefined) throw new Failure('call.bad-arguments', 'permissions are lower-case words with hyphens');
  const answer = await evaluateApart(
    page,
    `Promise.all(${JSON.stringify(names)}.map(async (name) => {
      try { return (await navigator.permissions.query({ name })).state; } catch { return 'unknown'; }
    }))`,
  );
  const states: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return { origin, text: names.map((name, i) => `${name}: ${stateText(states[i])}`).join('\n') };
}

function stateText(state: unknown): string {
  return state === 'granted' || state === 'denied' || state === 'prompt' ? state : 'unknown';
}
