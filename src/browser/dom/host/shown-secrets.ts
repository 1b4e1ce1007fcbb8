import type { FindSecrets } from './tab-view.js';
import type { GeometryDeps } from './frame-geometry.js';
import { laidOut } from './laid-out-text.js';
import { allIn, documentsUnder } from './secret-places.js';

/** In how many places the text of a tab's documents shows a secret, as far as it is laid out and visible. */
export async function countShownSecrets(deps: GeometryDeps, find: FindSecrets): Promise<number> {
  const top = await documentsUnder(deps, await deps.documents.top(), 0);
  const sessions = new Set(allIn(top).map(({ session }) => session));
  let count = 0;
  for (const session of sessions) {
    const { documents, strings } = await session.captureLayout();
    for (const document of documents) {
      const seen = laidOut(document, strings).things.filter(({ runs, isHidden }) => runs && !isHidden);
      count += placesIn(find(seen.map(({ text }) => text).join('')));
    }
  }
  return count;
}

function placesIn(found: ReturnType<FindSecrets>): number {
  let [places, covered] = [0, 0];
  for (const { start, end } of [...found].sort((a, b) => a.start - b.start)) {
    if (start >= covered) places += 1;
    covered = Math.max(covered, end);
  }
  return places;
}
