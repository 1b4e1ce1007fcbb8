import { Failure } from '../../../core/index.js';
import { fieldsOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import { callApart } from '../../cdp/page-cdp-session.js';
import { TOO_LATE, resultOrTooLate } from '../../with-timeout.js';
import type { PageDeps } from '../page-deps.js';

/** A page that upgrades its database keeps everybody else waiting. */
const STORAGE_MS = 8000;

/** Calls a function of ours in the page, at the origin that was judged and at no other. */
export async function runAtOrigin(
  { tab }: PageDeps,
  origin: string,
  script: string,
  values: readonly (string | number)[],
  whenLate: 'page.no-storage' | 'browser.outcome-unknown' = 'page.no-storage',
): Promise<Fields> {
  const answer = await resultOrTooLate(STORAGE_MS, callApart(tab.page, script, [origin, ...values]));
  if (answer === TOO_LATE) throw new Failure(whenLate, 'its storage did not answer in time');
  if ('value' in answer) return fieldsOf(answer, 'value');
  const { thrown } = answer;
  if (thrown.startsWith('Error: elsewhere')) throw new Failure('policy.changed');
  if (thrown.startsWith('Error: too large'))
    throw new Failure('page.too-large', 'the site keeps more than a state can hold');
  if (thrown.includes('QuotaExceeded')) throw new Failure('page.no-storage', 'its storage is full');
  throw new Failure('page.no-storage', 'this page may not use storage of this kind, or the entry does not fit into it');
}

/** The page answered: it may have answered anything. */
export function pairsOf(answer: Fields, key: string): [string, string][] {
  const value = answer[key];
  if (!Array.isArray(value)) return [];
  return value.filter((pair: unknown) => isPair(pair));
}

function isPair(pair: unknown): pair is [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
}
