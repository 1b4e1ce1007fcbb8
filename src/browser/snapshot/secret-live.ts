import type { FindSecrets } from '../tab-view.js';
import type { GeometryRoom } from './frame-geometry.js';
import { allIn, documentsUnder } from './secret-places.js';
import type { Watched } from './secret-places.js';
import { textPlaces } from './text-places.js';

/** A frame that nobody can look into, or a document that went meanwhile, may have held one. */
export async function isSecretLive(room: GeometryRoom, find?: FindSecrets): Promise<boolean> {
  const top = await documentsUnder(room, await room.documents.top(), 0);
  if (isUnseenIn(top)) return true;
  const documents = allIn(top);
  const held = await Promise.all(documents.map((document) => room.elements.ask(document, 'holdsSecret', [])));
  if (held.some((answer) => answer !== false)) return true;
  return find !== undefined && (await textPlaces(room, documents, find)).length > 0;
}

function isUnseenIn({ children }: Watched): boolean {
  return [...children.values()].some((child) => child === undefined || isUnseenIn(child));
}
