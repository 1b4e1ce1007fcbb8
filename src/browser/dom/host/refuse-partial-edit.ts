import { Failure } from '../../../core/index.js';
import type { LocatedElement } from './tab-view.js';
import type { LocateDeps } from './locate.js';

/**
 * A field in which a site shows a secret, masked in every answer, must not be edited by keys: with letters taken away, or
 * others put between them, what is left would no longer be known for what it is. As a whole it may be replaced. In a
 * list letters choose the option that begins with them, which would tell whether a masked one does.
 */
export async function refuseCutting({ documents, elements }: LocateDeps, seen: LocatedElement): Promise<void> {
  const mask = documents.secrets.mask();
  if (mask === undefined || seen.facts.sensitive !== undefined) return;
  const text = await elements.ask(elements.documentOf(seen), 'editedText', [seen.node]);
  if (typeof text !== 'string' || mask([{ text, origin: seen.facts.frameOrigin }])[0] === text) return;
  throw new Failure(
    'policy.password-field',
    seen.facts.tag === 'select'
      ? 'an option is a secret: choose with browser_select'
      : 'the field shows a secret: replace it as a whole with browser_fill',
  );
}
