import { Failure } from '../../../core/index.js';
import type { FindSecrets } from './tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import type { GeometryDeps } from './frame-geometry.js';
import { allIn, documentsUnder } from './secret-places.js';
import type { Watched } from './secret-places.js';
import { textPlaces } from './text-places.js';
import { isNumbers } from './wire-check.js';

/** A frame that nobody can look into, or a document that went meanwhile, may have held one. */
export async function isSecretLive(deps: GeometryDeps, find?: FindSecrets): Promise<boolean> {
  const documents = await everyDocument(deps);
  if (documents === undefined || (await anyHolds(deps, documents))) return true;
  return find !== undefined && (await showsText(deps, documents, find));
}

/** The same, and an empty password field counts: what runs in the page may have it filled, and read it. */
export async function mayTakeSecret(deps: GeometryDeps): Promise<boolean> {
  const documents = await everyDocument(deps);
  if (documents === undefined || (await anyHolds(deps, documents))) return true;
  const fields = await Promise.all(
    documents.map((document) => deps.elements.ask(document, 'query', ['input[type="password" i]', 1])),
  );
  return fields.some((found) => !isNumbers(found) || found.length > 0);
}

async function everyDocument(deps: GeometryDeps): Promise<readonly FrameDocument[] | undefined> {
  const top = await documentsUnder(deps, await deps.documents.top(), 0);
  return isUnseenIn(top) ? undefined : allIn(top);
}

async function anyHolds({ elements }: GeometryDeps, documents: readonly FrameDocument[]): Promise<boolean> {
  const held = await Promise.all(documents.map((document) => elements.ask(document, 'holdsSecret', [])));
  return held.some((answer) => answer !== false);
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
