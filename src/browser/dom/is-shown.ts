import { Failure } from '../../core/index.js';
import type { Locator } from '../../core/index.js';
import { locate } from './host/locate.js';
import { matching } from './host/match-name.js';
import type { LocateDeps } from './host/locate.js';
import { UNLIMITED, walkDocuments } from './host/walk-documents.js';
import { passagesIn } from './snapshot/find-in-walk.js';

/** Is this text, or this element, visible now? */
export async function isShown(
  deps: LocateDeps,
  what: { readonly text: string } | { readonly locator: Locator },
): Promise<boolean> {
  const asked = { hidden: false, textCap: 20_000, quota: UNLIMITED };
  const walked = await walkDocuments(deps.documents, asked);
  if ('text' in what) {
    // A wait polls this: a picture is taken only when the text seems to be there.
    const isThere = passagesIn(walked, what.text, false, 1).total > 0;
    return (
      isThere &&
      passagesIn(await walkDocuments(deps.documents, { ...asked, painted: true }), what.text, false, 1).total > 0
    );
  }
  if (what.locator.by === 'role')
    return matching(walked, what.locator.role, what.locator.name).length > (what.locator.index ?? 0);
  return isElementShown(deps, what.locator);
}

async function isElementShown(deps: LocateDeps, locator: Locator): Promise<boolean> {
  try {
    const { document, facts } = await locate(deps, locator);
    return (await deps.elements.facts(document, facts.n))?.visible === true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'browser.ambiguous') return true;
    if (error.code === 'browser.no-match' || error.code === 'browser.stale-ref') return false;
    throw error;
  }
}
