import type { ElementState, LocatedElement } from './tab-view.js';
import type { Elements } from './elements.js';

export async function elementState(elements: Elements, seen: LocatedElement): Promise<ElementState> {
  const answer = await elements.ask(elements.documentOf(seen), 'state', [seen.node]);
  if (typeof answer !== 'object' || answer === null) return { attached: false, focused: false };
  const { focused, checked, value }: Readonly<Record<string, unknown>> = { ...answer };
  return {
    attached: true,
    focused: focused === true,
    ...(typeof checked === 'boolean' ? { checked } : {}),
    ...(typeof value === 'string' ? { value } : {}),
  };
}
