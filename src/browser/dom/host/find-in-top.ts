import { Failure } from '../../../core/index.js';
import type { FoundElement } from './elements.js';
import type { LocateDeps } from './locate.js';
import { isNumbers } from './wire-check.js';

const MAX_CANDIDATES = 20;

/** The first that fits in the top document itself and can be seen, if it must: what a frame shows in its likeness does not count. */
export async function findInTop(
  { documents, elements }: LocateDeps,
  selector: string,
  which: 'seen' | 'any',
): Promise<FoundElement | undefined> {
  const document = await documents.top();
  const nodes = await elements.ask(document, 'query', [selector, MAX_CANDIDATES]);
  if (nodes === 'bad-selector') throw new Failure('browser.no-match', 'this is no CSS selector');
  for (const node of isNumbers(nodes) ? nodes : []) {
    const facts = await elements.facts(document, node);
    if (facts !== undefined && (which === 'any' || facts.visible)) return { document, facts };
  }
  return undefined;
}
