import { queryDeep } from './query-deep.js';
import { animate, clientRects, textContent, valueOf } from './dom-primordials.js';
import { elementNumbered } from './element-ids.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';

const MAX_FIELDS = 5_000;
const LONG = 1_000_000_000;

let covers: Animation[] = [];
let covered: readonly Element[] = [];

/** The values of the covered fields, and whether all of them are invisible. */
export interface PrintCover {
  readonly values: readonly string[];
  readonly isCovered: boolean;
}

/**
 * Makes secret fields, and frames that nobody can look into, invisible for as long as the page is printed. By an
 * animation: it changes neither the document nor a value, so that nothing has to be put back, and no
 * MutationObserver is called.
 */
export function coverForPrint(frames: readonly number[]): PrintCover {
  uncover();
  const fields = secretFields();
  const elements = [...fields, ...frames.map(elementNumbered).filter((frame) => frame !== undefined)];
  covered = elements;
  covers = elements.map((element) => {
    const cover = animate(element, [{ opacity: '0' }, { opacity: '0' }], { duration: LONG, fill: 'both' });
    cover.pause();
    return cover;
  });
  return { values: fields.map((field) => valueOf(field) ?? textContent(field) ?? ''), isCovered: isCovered() };
}

/** Of everything that must not be seen, also what came meanwhile. */
export function isCovered(): boolean {
  const fields = secretFields();
  return fields.length < MAX_FIELDS && [...fields, ...covered].every(isClear);
}

export function uncover(): boolean {
  for (const cover of covers) cover.cancel();
  [covers, covered] = [[], []];
  return true;
}

function secretFields(): Element[] {
  return queryDeep(SECRET_FIELDS, MAX_FIELDS).filter((field) => sensitiveKind(field) !== undefined);
}

/** An important rule of the page's own is stronger than an animation. */
function isClear(element: Element): boolean {
  return clientRects(element).length === 0 || getComputedStyle(element).opacity === '0';
}
