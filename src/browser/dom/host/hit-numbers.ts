import type { LocateDeps } from './locate.js';
import type { TabView } from './tab-view.js';

type Points = Parameters<TabView['hitNumbers']>[0];

/** The elements of the top document at these points; null: none, or nobody could say. */
export async function hitNumbers(
  { documents, elements }: Pick<LocateDeps, 'documents' | 'elements'>,
  points: Points,
): Promise<readonly (number | null)[]> {
  const numbers = await elements.ask(await documents.top(), 'hits', [points]);
  return Array.isArray(numbers) ? numbers.map((one) => (typeof one === 'number' ? one : null)) : [];
}
