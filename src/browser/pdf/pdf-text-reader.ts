import { setImmediate as turn } from 'node:timers/promises';
import { lex, textOfString, UnreadablePdf } from './lex.js';
import type { Token } from './lex.js';
import { isPage, unpacked } from './pdf-file.js';
import type { PdfFile, PdfObject } from './pdf-file.js';
import { IDENTITY, matrixOf, TextCursor, times, type Matrix } from './text-position.js';
import { readToUnicode } from './to-unicode.js';

/** Where something is in the unpacked stream of an object, and what takes its place if it has to go. */
export interface PdfTextSpot {
  readonly object: number;
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** Letters that are painted together. */
export interface PdfTextRun {
  readonly text: string;
  /** The text can be copied but not seen: removing it would leave what was drawn by other means. */
  readonly isUnseen: boolean;
  /** On which page, and where on it: x, y, width and height. */
  readonly page: number;
  readonly box: readonly number[];
  /** Where the letters between these two places of its text come from. */
  spots(from: number, to: number): readonly PdfTextSpot[];
}

interface Font {
  readonly letters: ReadonlyMap<number, string>;
  readonly bytes: 1 | 2;
}

interface State {
  readonly font: Font | undefined;
  readonly isClear: boolean;
  readonly mode: number;
  readonly matrix: Matrix;
}

/** Letters and what the file says that they mean together. */
interface Meant {
  readonly text: string;
  box: readonly number[];
  readonly spots: PdfTextSpot[];
}

/** One stream while it is read. */
interface Drawing {
  readonly id: number;
  readonly names: ReadonlyMap<string, number>;
  readonly depth: number;
  readonly from: State;
  state: State;
  readonly saved: State[];
  readonly marked: (Meant | undefined)[];
  readonly cursor: TextCursor;
}

const NO_FONT: Font = { letters: new Map(), bytes: 1 };
const MAX_DEPTH = 30;
const MAX_LETTERS = 10_000_000;

/** All text of a file in the order in which it is painted, with where it comes from. */
export class PdfTextReader {
  readonly runs: PdfTextRun[] = [];
  #letters = 0;
  #page = 0;
  readonly #file: PdfFile;
  readonly #contents = new Map<number, string>();
  readonly #fonts = new Map<number, Font>();
  readonly #visited = new Set<number>();

  /** Page by page: others want their turn between them. */
  static async read(file: PdfFile): Promise<PdfTextReader> {
    const text = new PdfTextReader(file);
    const start: State = { font: undefined, isClear: false, mode: 0, matrix: IDENTITY };
    for (const page of file.objects.values()) {
      if (!isPage(page)) continue;
      text.#page += 1;
      for (const id of contentsOf(page)) text.#read(id, text.#names(page), start, 0);
      await turn();
    }
    // Patterns and masks are painted by name only, and forms can be anywhere.
    for (const object of file.objects.values())
      if (/\/PatternType\s+1\b|\/Subtype\s*\/Form\b/u.test(object.head) && !text.#visited.has(object.id))
        text.#read(object.id, text.#names(object), start, 0);
    return text;
  }

  private constructor(file: PdfFile) {
    this.#file = file;
  }

  /** The unpacked stream that spots are places in. */
  contentOf(id: number): string {
    return this.#contents.get(id) ?? '';
  }

  #read(id: number, names: ReadonlyMap<string, number>, from: State, depth: number): void {
    const object = this.#file.objects.get(id);
    const content = this.#contents.get(id) ?? (object === undefined ? undefined : unpacked(object));
    if (content === undefined || depth > MAX_DEPTH) throw new UnreadablePdf('what a page shows');
    this.#visited.add(id);
    this.#contents.set(id, content);
    const drawing: Drawing = { id, names, depth, from, state: from, saved: [], marked: [], cursor: new TextCursor() };
    let given: Token[] = [];
    for (const token of lex(content)) {
      if (token.kind !== 'word' || !isOperator(token.value)) given.push(token);
      else {
        this.#operate(drawing, token.value, given);
        given = [];
      }
    }
  }

  #operate(drawing: Drawing, operator: string, given: readonly Token[]): void {
    const { state, saved, marked } = drawing;
    const named = drawing.names.get(given.find(({ kind }) => kind === 'name')?.value ?? '');
    drawing.cursor.operate(operator, numbersOf(given));
    switch (operator) {
      case 'q':
        saved.push(state);
        return;
      case 'Q':
        drawing.state = saved.pop() ?? drawing.from;
        return;
      case 'cm':
        drawing.state = { ...state, matrix: times(matrixOf(numbersOf(given)), state.matrix) };
        return;
      case 'gs':
        drawing.state = { ...state, isClear: this.#isClear(named) ?? state.isClear };
        return;
      case 'Tr':
        drawing.state = { ...state, mode: Number(given.at(-1)?.value) };
        return;
      case 'Tf':
        drawing.state = { ...state, font: this.#font(named) };
        return;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        this.#show(drawing, given);
        return;
      case 'Do':
        this.#draw(named, state, drawing.depth);
        return;
      case 'BMC':
      case 'BDC':
        marked.push(actualText(drawing.id, given));
        return;
      case 'EMC': {
        const ended = marked.pop();
        if (ended !== undefined) this.#add({ ...ended, isUnseen: isUnseen(state), spots: () => ended.spots });
        return;
      }
      case 'BI':
        throw new UnreadablePdf('a picture in the middle of text');
    }
  }

  #add(run: Omit<PdfTextRun, 'page'>): void {
    this.#letters += run.text.length;
    if (this.#letters > MAX_LETTERS) throw new UnreadablePdf('more text than can be read');
    this.runs.push({ ...run, page: this.#page });
  }

  /** The letters of strings; where the file says what they mean together, they count as that. */
  #show({ id, state, marked, cursor }: Drawing, given: readonly Token[]): void {
    const font = state.font ?? NO_FONT;
    const together = marked.findLast((mark) => mark !== undefined);
    for (const token of given) {
      if (token.kind === 'word') cursor.adjust(Number(token.value) || 0);
      if (token.kind !== 'string' && token.kind !== 'hex') continue;
      const { start, end, value } = token;
      const letters = lettersOf(value, font);
      const box = cursor.take(letters.length, state.matrix);
      const whole: PdfTextSpot = { object: id, start, end, instead: token.kind === 'hex' ? '<>' : '()' };
      // Two digits for each byte and nothing between them: each letter can be taken out by itself.
      const isPlain = token.kind === 'hex' && end - start === 2 + 2 * value.length;
      if (together !== undefined) {
        together.spots.push(whole);
        if (together.box.length === 0) together.box = box;
      } else
        this.#add({
          text: letters.join(''),
          box,
          isUnseen: isUnseen(state),
          spots: (from, to) => (isPlain ? digitsOf(whole, letters, 2 * font.bytes, from, to) : [whole]),
        });
    }
  }

  #draw(id: number | undefined, state: State, depth: number): void {
    const object = id === undefined ? undefined : this.#file.objects.get(id);
    if (object === undefined || !/\/Subtype\s*\/Form\b/u.test(object.head)) return;
    const own = /\/Matrix\s*\[([^\]]*)\]/u.exec(object.head)?.[1]?.trim().split(/\s+/u).map(Number);
    const matrix = own === undefined ? state.matrix : times(matrixOf(own), state.matrix);
    this.#read(object.id, this.#names(object), { ...state, matrix }, depth + 1);
  }

  /** Does this graphics state make everything transparent? Undefined: it says nothing of that. */
  #isClear(id: number | undefined): boolean | undefined {
    const alpha = /\/ca\s+([\d.]+)/u.exec(this.#file.objects.get(id ?? -1)?.head ?? '')?.[1];
    return alpha === undefined ? undefined : Number(alpha) === 0;
  }

  #font(id: number | undefined): Font {
    const object = this.#file.objects.get(id ?? -1);
    if (object === undefined) throw new UnreadablePdf('a font');
    const known = this.#fonts.get(object.id);
    if (known !== undefined) return known;
    const table = this.#file.objects.get(Number(/\/ToUnicode\s+(\d+) 0 R/u.exec(object.head)?.[1] ?? -1));
    const content = table === undefined ? undefined : unpacked(table);
    const font: Font = {
      letters: content === undefined ? NO_FONT.letters : readToUnicode(content),
      bytes: /\/Subtype\s*\/Type0\b/u.test(object.head) ? 2 : 1,
    };
    this.#fonts.set(object.id, font);
    return font;
  }

  /** What the names in a stream stand for: Chromium gives each its own, whatever kind it is of. */
  #names({ head }: PdfObject): ReadonlyMap<string, number> {
    const names = new Map<string, number>();
    const shared = /\/Resources\s+(\d+) 0 R/u.exec(head)?.[1];
    const resources = shared === undefined ? head : (this.#file.objects.get(Number(shared))?.head ?? '');
    for (const [, name = '', id] of resources.matchAll(/\/([^\s/<>[\]()]+)\s+(\d+) 0 R/gu)) names.set(name, Number(id));
    return names;
  }
}

function lettersOf(value: string, { letters, bytes }: Font): string[] {
  const found: string[] = [];
  for (let i = 0; i < value.length; i += bytes) {
    const code = bytes === 2 ? value.charCodeAt(i) * 256 + value.charCodeAt(i + 1) : value.charCodeAt(i);
    found.push(letters.get(code) ?? '');
  }
  return found;
}

function digitsOf(
  { object, start }: PdfTextSpot,
  letters: readonly string[],
  digits: number,
  from: number,
  to: number,
): PdfTextSpot[] {
  const spots: PdfTextSpot[] = [];
  let end = 0;
  letters.forEach((letter, i) => {
    const begin = end;
    end += letter.length;
    const at = start + 1 + i * digits;
    if (begin < to && end > from) spots.push({ object, start: at, end: at + digits, instead: '' });
  });
  return spots;
}

function isUnseen({ isClear, mode }: State): boolean {
  return isClear || mode === 3;
}

function numbersOf(given: readonly Token[]): number[] {
  return given.filter(({ kind }) => kind === 'word').map(({ value }) => Number(value) || 0);
}

function isOperator(word: string): boolean {
  return !/^(?:[+-]?[\d.]|true$|false$|null$)/u.test(word);
}

function contentsOf({ head }: PdfObject): number[] {
  const given = /\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/u.exec(head)?.[1] ?? '';
  return [...given.matchAll(/(\d+) 0 R/gu)].map(([, id]) => Number(id));
}

function actualText(object: number, given: readonly Token[]): Meant | undefined {
  const at = given.findIndex(({ kind, value }) => kind === 'name' && value === 'ActualText');
  const token = at === -1 ? undefined : given[at + 1];
  if (token === undefined) return undefined;
  const { start, end, value } = token;
  return { text: textOfString(value), box: [], spots: [{ object, start, end, instead: '()' }] };
}
