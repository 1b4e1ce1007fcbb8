import { boundingRect } from './dom-primordials.js';
import { LINE_BREAK, type InlineRun } from './inline-run.js';

const NAMED_STRUCTURE = new Set(
  'group figure list radiogroup tablist menu menubar toolbar tree listbox grid table tabpanel'.split(' '),
);
const MIN_CANVAS = 24;

/** What holds many things says how many were not looked at; an item of it does not. */
const COLLECTIONS = new Set('list table grid treegrid tree listbox menu feed main navigation region'.split(' '));

/** Without a name and with nothing inside these say something all the same, a bar its value. */
const BARE = new Set('iframe dialog cell gridcell progressbar meter'.split(' '));

/** Structure that says nothing: without a name of its own and with nothing, or only one thing, inside. */
export function isEmptyStructure(role: string, acts: boolean, name: string, run: InlineRun): boolean {
  if (acts || name !== '') return false;
  if (run.items.length === 0 && (run.more === 0 || !COLLECTIONS.has(role))) return !BARE.has(role);
  return NAMED_STRUCTURE.has(role) && run.items.filter((item) => item !== LINE_BREAK).length <= 1 && run.more === 0;
}

/** A drawing too small to hold anything that could be read or used. */
export function isSpeck(element: Element): boolean {
  const { width, height } = boundingRect(element);
  return width < MIN_CANVAS || height < MIN_CANVAS;
}
