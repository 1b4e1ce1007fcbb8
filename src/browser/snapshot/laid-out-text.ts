import type { FrameSession } from './frame-session.js';

type Layout = Awaited<ReturnType<FrameSession['captureLayout']>>;
type LaidOutDocument = Layout['documents'][number];

/** One thing that is painted, the text that it shows, and where, in the coordinates of its document. */
export interface LaidOut {
  readonly text: string;
  readonly boxes: readonly (readonly number[])[];
  /** Shown as text, and so next to what comes before and after it. */
  readonly runs: boolean;
  readonly tag: string;
  /** Laid out, and yet not painted. */
  readonly isHidden: boolean;
}

/** Attributes that browsers paint, in controls and in place of pictures. */
const PAINTED = new Set(['placeholder', 'alt', 'label']);
const ADDRESSES = new Set(['src', 'srcset', 'href', 'xlink:href', 'data', 'poster', 'style']);

/** Everything that shows text in one document, in order: also what styles and closed shadow roots add. */
export function laidOut(document: LaidOutDocument, strings: readonly string[]): LaidOut[] {
  const { layout, textBoxes, nodes } = document;
  const said = (index: number | undefined): string => strings[index ?? -1] ?? '';
  const boxes = new Map<number, (readonly number[])[]>();
  textBoxes.layoutIndex.forEach((owner, i) => {
    const known = boxes.get(owner) ?? [];
    known.push(textBoxes.bounds[i] ?? []);
    boxes.set(owner, known);
  });
  const values = valuesByNode(document, said);
  const options = optionsBySelect(document, said);
  const found: LaidOut[] = [];
  layout.nodeIndex.forEach((node, i) => {
    const tag = said(nodes.nodeName?.[node]).toUpperCase();
    const whole = [layout.bounds[i] ?? []];
    // The last of the styles that are asked for.
    const isHidden = /^(?:hidden|collapse)$/u.test(said(layout.styles[i]?.at(-1)));
    const text = said(layout.text[i]);
    if (text !== '') found.push({ text, boxes: boxes.get(i) ?? whole, runs: true, tag, isHidden });
    const add = (shown: string): void => {
      if (shown !== '') found.push({ text: shown, boxes: whole, runs: false, tag, isHidden });
    };
    add(values.get(node) ?? '');
    add(options.get(node) ?? '');
    for (const [name, value] of attributesOf(document, node, said)) {
      if (PAINTED.has(name)) add(value);
      else if (ADDRESSES.has(name)) add(pictured(value));
    }
    for (const style of layout.styles[i] ?? []) add(pictured(said(style)));
  });
  return found;
}

function valuesByNode({ nodes }: LaidOutDocument, said: (index: number | undefined) => string): Map<number, string> {
  const values = new Map<number, string>();
  for (const held of [nodes.inputValue, nodes.textValue])
    held?.index.forEach((node, i) => values.set(node, said(held.value[i])));
  return values;
}

function optionsBySelect({ nodes }: LaidOutDocument, said: (index: number | undefined) => string): Map<number, string> {
  const options = new Map<number, string>();
  const tagOf = (node: number): string => said(nodes.nodeName?.[node]).toUpperCase();
  const parentOf = (node: number): number => nodes.parentIndex?.[node] ?? -1;
  nodes.nodeValue?.forEach((value, node) => {
    if (tagOf(parentOf(node)) !== 'OPTION') return;
    let up = parentOf(node);
    while (up >= 0 && tagOf(up) !== 'SELECT') up = parentOf(up);
    options.set(up, `${options.get(up) ?? ''} ${said(value)}`);
  });
  return options;
}

function* attributesOf(
  { nodes }: LaidOutDocument,
  node: number,
  said: (index: number | undefined) => string,
): Generator<readonly [string, string]> {
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
