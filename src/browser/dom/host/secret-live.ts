import { Failure } from '../../../core/index.js';
import type { FindSecrets } from './tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import type { GeometryDeps } from './frame-geometry.js';
import { allIn, documentsUnder } from './secret-places.js';
import type { Watched } from './secret-places.js';
import { textPlaces } from './text-places.js';

/** A frame that nobody can look into, or a document that went meanwhile, may have held one. */
export async function isSecretLive(deps: GeometryDeps, find?: FindSecrets): Promise<boolean> {
  const top = await documentsUnder(deps, await deps.documents.top(), 0);
  if (isUnseenIn(top)) return true;
  const documents = allIn(top);
  const held = await Promise.all(documents.map((document) => deps.elements.ask(document, 'holdsSecret', [])));
  if (held.some((answer) => answer !== false)) return true;
  return find !== undefined && (await showsText(deps, documents, find));
}

/** One that is painted where it cannot be located is shown too. */
async function showsText(deps: GeometryDeps, documents: readonly FrameDocument[], find: FindSecrets): Promise<boolean> {
  try {
    return (await textPlaces(deps, documents, find)).length > 0;
  } catch (error) {
    if (error instanceof Failure && error.code === 'page.secret-shown') return true;
    throw error;
  }
}

function isUnseenIn({ children }: Watched): boolean {
  return [...children.values()].some((child) => child === undefined || isUnseenIn(child));
}
