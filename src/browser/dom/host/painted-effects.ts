import { added, around, filterReach, inkReach, sizeOf, type InkReach, type StyleOf } from './painted-styles.js';

/** The nodes of one captured document, by their layout index. */
export interface PaintedNodes {
  readonly count: number;
  tagOf(index: number): string;
  styleOf(index: number): StyleOf;
  boundsOf(index: number): readonly number[];
  /** Layout indexes of what it stands in, from the inside out. */
  above(index: number): readonly number[];
}

/** Inside these nothing is painted in its own place: something else refers to it. */
const RESOURCES = new Set('DEFS SYMBOL PATTERN MARKER MASK CLIPPATH FILTER LINEARGRADIENT RADIALGRADIENT'.split(' '));

/** Where effects of a page move or copy what is painted: filters, reflections, columns, SVG resources. */
export class PaintedEffects {
  readonly #nodes: PaintedNodes;
  readonly #displacing: readonly number[];

  constructor(nodes: PaintedNodes) {
    this.#nodes = nodes;
    const all: number[] = [];
    for (let i = 0; i < nodes.count; i += 1)
      if (nodes.tagOf(i) !== '#TEXT' && isDisplacing(nodes.styleOf(i))) all.push(i);
    this.#displacing = all;
  }

  /** How far beyond this box a node is painted. Undefined: nobody can tell. */
  reachOf(index: number, box: readonly number[], letters: number, isBeside = false): InkReach | undefined {
    const above = new Set([index, ...this.#nodes.above(index)]);
    for (const one of above) if (RESOURCES.has(this.#nodes.tagOf(one))) return undefined;
    const ink = inkReach(this.#nodes.styleOf(index), box, letters);
    const size = sizeOf(this.#nodes.styleOf(index), 'font-size');
    let reach = isBeside ? added(ink, { left: size, top: size, right: size, bottom: size }) : ink;
    for (const one of this.#displacing) {
      // What is slotted into a shadow tree has no ancestor there, but it is painted inside of it.
      if (!above.has(one) && !overlaps(this.#nodes.boundsOf(one), box)) continue;
      const style = this.#nodes.styleOf(one);
      const filter = filterReach(style('filter'));
      if (filter === undefined || isReflected(style) || isInColumns(style)) return undefined;
      reach = added(reach, filter);
    }
    const [, , width = 0, height = 0] = box;
    if (![...above].some((one) => isTransformed(this.#nodes.styleOf(one)))) return reach;
    return around(reach, Math.max(1, (1.5 * Math.max(height, width / Math.max(1, letters))) / Math.max(1, size)));
  }

  /** Effects around a frame move everything that is in it. */
  movesFrame(index: number): boolean {
    const reach = this.reachOf(index, this.#nodes.boundsOf(index), 0);
    if (reach === undefined) return true;
    const own = inkReach(this.#nodes.styleOf(index), this.#nodes.boundsOf(index), 0);
    return Math.max(reach.left, reach.right) > around(own, 2).left + 1 || reach.bottom > around(own, 2).bottom + 1;
  }
}

const isReflected = (style: StyleOf): boolean => !/^(?:none)?$/u.test(style('-webkit-box-reflect'));
const isInColumns = (style: StyleOf): boolean =>
  !/^(?:auto)?$/u.test(style('column-count')) || !/^(?:auto)?$/u.test(style('column-width'));
const isDisplacing = (style: StyleOf): boolean =>
  !/^(?:none)?$/u.test(style('filter')) || isReflected(style) || isInColumns(style);
const isTransformed = (style: StyleOf): boolean =>
  (['transform', 'rotate', 'scale', 'perspective'] as const).some((name) => !/^(?:none)?$/u.test(style(name))) ||
  !/^1?$/u.test(style('zoom'));

function overlaps(
  [ax = 0, ay = 0, aw = 0, ah = 0]: readonly number[],
  [bx = 0, by = 0, bw = 0, bh = 0]: readonly number[],
) {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}
