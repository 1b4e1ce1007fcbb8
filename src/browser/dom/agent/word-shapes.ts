import { openSheet, useFont, type Glyph } from './glyph-shapes.js';

/** How a word is painted: as its letters are one by one, as something else, or not at all. */
export type WordMatch = 'alike' | 'otherwise' | 'blank';

const WIDE = 80;
const HIGH = 12;
const ROWS = 40;
/** Kerning, `fi` and connected writing stay above this. */
const ALIKE = 0.45;
/** Of the height of a line, for what is above and below the letters. */
const BASELINE = 9;
const SIZE = 8;
/** Alpha over all pixels of a word below which nothing is seen. */
const FAINT_INK = 200;

let sheet: OffscreenCanvasRenderingContext2D | null | undefined;

type Font = Omit<Glyph, 'text'>;

/** Compares words, shaped as a whole, with their letters shaped one by one in the same places. */
export function compareWords(font: Font, words: readonly string[]): WordMatch[] {
  sheet ??= openSheet(WIDE * 2, HIGH * ROWS);
  const matches: WordMatch[] = [];
  if (sheet === null) return matches;
  for (let from = 0; from < words.length; from += ROWS)
    matches.push(...compareRows(sheet, font, words.slice(from, from + ROWS)));
  return matches;
}

function compareRows(context: OffscreenCanvasRenderingContext2D, font: Font, words: readonly string[]): WordMatch[] {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, WIDE * 2, HIGH * ROWS);
  useFont(context, font);
  const advances = new Map<string, number>();
  words.forEach((word, i) => {
    drawTwice(context, font, word, advances, i * HIGH);
  });
  const { data } = context.getImageData(0, 0, WIDE * 2, HIGH * words.length);
  return words.map((_, i) => matchOf(data, i * HIGH));
}

/** Once as a whole, and beside that letter by letter, both as wide as the place is. */
function drawTwice(
  context: OffscreenCanvasRenderingContext2D,
  { font }: Font,
  word: string,
  known: Map<string, number>,
  top: number,
): void {
  const size = Number(/(\d+)px/u.exec(font)?.[1] ?? 16);
  const letters = Array.from(word);
  const advances = letters.map((letter) => {
    const advance = known.get(letter) ?? context.measureText(letter).width;
    known.set(letter, advance);
    return advance;
  });
  const total = advances.reduce((sum, one) => sum + one, 0);
  const whole = context.measureText(word).width;
  const down = SIZE / size;
  const fit = (width: number): number => Math.min(down, WIDE / Math.max(1, width));
  context.setTransform(fit(whole), 0, 0, down, 0, top + BASELINE);
  context.save();
  context.beginPath();
  context.rect(0, -BASELINE / down, WIDE / fit(whole), HIGH / down);
  context.clip();
  context.fillText(word, 0, 0);
  context.restore();
  context.setTransform(fit(whole) * (whole / Math.max(1, total)), 0, 0, down, WIDE, top + BASELINE);
  let x = 0;
  letters.forEach((letter, i) => {
    context.fillText(letter, x, 0);
    x += advances[i] ?? 0;
  });
}

function matchOf(data: Uint8ClampedArray, top: number): WordMatch {
  let [whole, single, both, wholeSquare, singleSquare] = [0, 0, 0, 0, 0];
  for (let y = 0; y < HIGH; y += 1) {
    const row = (top + y) * WIDE * 2;
    for (let x = 1; x < WIDE - 1; x += 1) {
      const a = near(data, row + x);
      const b = near(data, row + WIDE + x);
      whole += a;
      single += b;
      both += a * b;
      wholeSquare += a * a;
      singleSquare += b * b;
    }
  }
  if (whole < 4 * FAINT_INK) return 'blank';
  if (single < 4 * FAINT_INK) return 'otherwise';
  const count = HIGH * (WIDE - 2);
  const covariance = both - (whole * single) / count;
  const spread = (wholeSquare - whole ** 2 / count) * (singleSquare - single ** 2 / count);
  return covariance >= ALIKE * Math.sqrt(spread) ? 'alike' : 'otherwise';
}

/** The alpha of a pixel with its neighbours, so that a shift by kerning makes little difference. */
function near(data: Uint8ClampedArray, pixel: number): number {
  const at = pixel * 4 + 3;
  return (data[at - 4] ?? 0) + 2 * (data[at] ?? 0) + (data[at + 4] ?? 0);
}
