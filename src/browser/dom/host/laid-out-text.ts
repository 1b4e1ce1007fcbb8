import type { FrameSession } from './frame-session.js';
import { PaintedEffects } from './painted-effects.js';
import { isInkless, PAINTED_STYLES, paintedStrings, picturesIn } from './painted-styles.js';
import type { PaintedStyle, InkReach, StyleOf } from './painted-styles.js';

type Layout = Awaited<ReturnType<FrameSession['captureLayout']>>;
type LaidOutDocument = Layout['documents'][number];

/** One thing that is painted, the text that it shows, and where, in the coordinates of its document. */
export interface LaidOut {
  readonly text: string;
  readonly boxes: readonly (readonly number[])[];
  /** The text of each box. */
  readonly pieces: readonly { readonly text: string; readonly box: readonly number[] }[];
  /** Shown as text, and so next to what comes before and after it. */
  readonly runs: boolean;
  readonly tag: string;
  /** Laid out, and yet not painted. */
  readonly isHidden: boolean;
  /** Its style paints nothing, so that its letters are not read between others. */
  readonly isInkless: boolean;
  readonly isInDrawing: () => boolean;
  /** How far beyond its boxes it is painted. Undefined: nobody can tell. */
  readonly reach: () => InkReach | undefined;
}

export interface LaidOutText {
  readonly things: readonly LaidOut[];
  /** Copies of other elements of a drawing. */
  readonly copies: readonly (readonly number[])[];
  /** A filter paints an element of a drawing where its text is not. */
  readonly hasFilterImages: boolean;
  /** Effects move or copy what is painted in a frame of this document. */
  readonly movesFrames: boolean;
}

/** Attributes that browsers paint, in controls and in place of pictures. */
const PAINTED = new Set(['placeholder', 'alt', 'label']);
const ADDRESSES = new Set(['src', 'srcset', 'href', 'xlink:href', 'data', 'poster', 'style']);
const FRAMES = new Set(['IFRAME', 'FRAME', 'OBJECT', 'EMBED', 'FENCEDFRAME']);

type Said = (index: number | undefined) => string;

/** Everything that shows text in one document, in order: also what styles and closed shadow roots add. */
export function laidOut(document: LaidOutDocument, strings: readonly string[]): LaidOutText {
  const { layout, nodes } = document;
  const said: Said = (index) => strings[index ?? -1] ?? '';
  const painted = paintedNodes(document, said);
  const effects = new PaintedEffects(painted);
  const boxes = textBoxes(document);
  const values = valuesByNode(document, said);
  const options = optionsBySelect(document, said);
  const things = layout.nodeIndex.flatMap((node, i) => {
    const common = commonFacts(painted, i);
    const whole = layout.bounds[i] ?? [];
    const own: LaidOut[] = [];
    const text = said(layout.text[i]);
    if (text !== '') {
      const placed = boxes.get(i) ?? [{ box: whole, start: 0, length: text.length }];
      const pieces = placed.map(({ box, start, length }) => ({ text: text.slice(start, start + length), box }));
      const longest = pieces.reduce((a, b) => (b.text.length > a.text.length ? b : a));
      const reach = (): InkReach | undefined => effects.reachOf(i, longest.box, longest.text.length);
      own.push({ ...common, text, boxes: pieces.map(({ box }) => box), pieces, runs: true, reach });
    }
    const add = (shown: string, isBeside = false): void => {
      if (shown === '') return;
      // A mark of emphasis is above or below its letter.
      const reach = (): InkReach | undefined => effects.reachOf(i, whole, 0, isBeside);
      own.push({ ...common, text: shown, boxes: [whole], pieces: [{ text: shown, box: whole }], runs: false, reach });
    };
    add(values.get(node) ?? '');
    add(options.get(node) ?? '');
    for (const [name, value] of attributesOf(document, node, said)) {
      if (PAINTED.has(name)) add(value);
      else if (ADDRESSES.has(name)) add(pictured(value));
    }
    for (const picture of picturesIn(painted.styleOf(i))) add(pictured(picture));
    if (common.tag !== '#TEXT') for (const one of paintedStrings(painted.styleOf(i))) add(one, true);
    return own;
  });
  const indexes = [...layout.nodeIndex.keys()];
  return {
    things,
    copies: indexes.filter((i) => painted.tagOf(i) === 'USE').map((i) => layout.bounds[i] ?? []),
    hasFilterImages: (nodes.nodeName ?? []).some((name) => said(name).toUpperCase() === 'FEIMAGE'),
    movesFrames: indexes.some((i) => FRAMES.has(painted.tagOf(i)) && effects.movesFrame(i)),
  };
}

const TEXT_NODE = 3;
const SHORTEST = 4;

/** Texts that have no box, with the debugger's ids. */
export function unshownTexts(
  { layout, nodes }: LaidOutDocument,
  strings: readonly string[],
): { readonly text: string; readonly node: number }[] {
  const shown = new Set(layout.nodeIndex);
  return (nodes.nodeType ?? []).flatMap((type, i) => {
    if (type !== TEXT_NODE || shown.has(i)) return [];
    const text = strings[nodes.nodeValue?.[i] ?? -1] ?? '';
    const node = nodes.backendNodeId?.[i];
    return text.trim().length < SHORTEST || node === undefined ? [] : [{ text, node }];
  });
}

function commonFacts(painted: ReturnType<typeof paintedNodes>, index: number) {
  const style = painted.styleOf(index);
  return {
    tag: painted.tagOf(index),
    isHidden: /^(?:hidden|collapse)$/u.test(style('visibility')),
    isInkless: isInkless(style) || painted.opacityOf(index) < 0.03,
    isInDrawing: () => painted.above(index).some((one) => painted.tagOf(one) === 'SVG'),
  };
}

function paintedNodes({ layout, nodes }: LaidOutDocument, said: Said) {
  const byNode = new Map(layout.nodeIndex.map((node, i) => [node, i]));
  const places = new Map<PaintedStyle, number>(PAINTED_STYLES.map((name, i) => [name, i]));
  const tags = layout.nodeIndex.map((node) => said(nodes.nodeName?.[node]).toUpperCase());
  const tagOf = (index: number): string => tags[index] ?? '';
  const styleOf =
    (index: number): StyleOf =>
    (name) =>
      said(layout.styles[index]?.[places.get(name) ?? -1]);
  const parentOf = (index: number): number | undefined => {
    let up = nodes.parentIndex?.[layout.nodeIndex[index] ?? -1] ?? -1;
    while (up >= 0 && !byNode.has(up)) up = nodes.parentIndex?.[up] ?? -1;
    return byNode.get(up);
  };
  const above = (index: number): number[] => {
    const found: number[] = [];
    for (let up = parentOf(index); up !== undefined; up = parentOf(up)) found.push(up);
    return found;
  };
  // Parents come before their children.
  const opacities: number[] = [];
  layout.nodeIndex.forEach((_, index) => {
    const own = tagOf(index) === '#TEXT' ? 1 : Number(styleOf(index)('opacity') || 1);
    opacities.push(own * (opacities[parentOf(index) ?? -1] ?? 1));
  });
  const opacityOf = (index: number): number => opacities[index] ?? 1;
  const boundsOf = (index: number): readonly number[] => layout.bounds[index] ?? [];
  return { count: layout.nodeIndex.length, tagOf, styleOf, boundsOf, above, opacityOf };
}

interface TextBox {
  readonly box: readonly number[];
  readonly start: number;
  readonly length: number;
}

function textBoxes({ textBoxes: { layoutIndex, bounds, start, length } }: LaidOutDocument): Map<number, TextBox[]> {
  const boxes = new Map<number, TextBox[]>();
  layoutIndex.forEach((owner, i) => {
    const known = boxes.get(owner) ?? [];
    known.push({ box: bounds[i] ?? [], start: start[i] ?? 0, length: length[i] ?? 0 });
    boxes.set(owner, known);
  });
  return boxes;
}

function valuesByNode({ nodes }: LaidOutDocument, said: Said): Map<number, string> {
  const values = new Map<number, string>();
  for (const held of [nodes.inputValue, nodes.textValue])
    held?.index.forEach((node, i) => values.set(node, said(held.value[i])));
  return values;
}

/** The texts and labels of options, which are painted in their list. */
function optionsBySelect(document: LaidOutDocument, said: Said): Map<number, string> {
  const { nodes } = document;
  const options = new Map<number, string>();
  const tagOf = (node: number): string => said(nodes.nodeName?.[node]).toUpperCase();
  const parentOf = (node: number): number => nodes.parentIndex?.[node] ?? -1;
  const add = (node: number, text: string): void => {
    let up = node;
    while (up >= 0 && tagOf(up) !== 'SELECT') up = parentOf(up);
    options.set(up, `${options.get(up) ?? ''} ${text}`);
  };
  const isInOption: boolean[] = [];
  nodes.nodeName?.forEach((_, node) => {
    const tag = tagOf(node);
    isInOption.push(tag === 'OPTION' || isInOption[parentOf(node)] === true);
    if (tag === 'OPTION' || tag === 'OPTGROUP') {
      for (const [name, value] of attributesOf(document, node, said)) if (name === 'label') add(node, value);
    } else if (tag === '#TEXT' && isInOption[node] === true) add(node, said(nodes.nodeValue?.[node]));
  });
  return options;
}

function* attributesOf({ nodes }: LaidOutDocument, node: number, said: Said): Generator<readonly [string, string]> {
  const pairs = nodes.attributes?.[node] ?? [];
  for (let i = 0; i + 1 < pairs.length; i += 2) yield [said(pairs[i]).toLowerCase(), said(pairs[i + 1])];
}

/** What a picture that is written out in an address says; other addresses are not shown. */
function pictured(address: string): string {
  const [, ...written] = address.split(/data:/iu);
  return written.map((one) => read(one.split(',', 1)[0] ?? '', one.slice(one.indexOf(',') + 1))).join(' ');
}

function read(kind: string, body: string): string {
  if (/;\s*base64\s*$/iu.test(kind)) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}
