import type { FileField, LocatedElement } from './tab-view.js';
import type { Elements } from './elements.js';

/** Undefined: it is no file field itself. */
export async function fileFieldOf(elements: Elements, seen: LocatedElement): Promise<FileField | undefined> {
  const answer = await elements.onSeen(seen, 'fileField', []);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { multiple, accept, folder, disabled }: Readonly<Record<string, unknown>> = { ...answer };
  return {
    multiple: multiple === true,
    accept: typeof accept === 'string' ? accept : '',
    folder: folder === true,
    disabled: disabled === true,
  };
}
