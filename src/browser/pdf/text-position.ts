/** A transformation as PDF writes it (ISO 32000-1, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `a`, then `b`. */
export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

export function matrixOf(numbers: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.slice(-6);
  return [a, b, c, d, e, f];
}

/** Letters are about half as wide as they are tall; fonts are not asked. */
const WIDTH = 0.5;

/** Where the next letter is painted, before the page's own transformation. */
export class TextCursor {
  #line: Matrix = IDENTITY;
  #at: Matrix = IDENTITY;
  #leading = 0;
  size = 1;

  operate(operator: string, numbers: readonly number[]): void {
    const [x = 0, y = 0] = numbers.slice(-2);
    const last = numbers.at(-1) ?? 0;
    if (operator === 'BT') this.#move(IDENTITY);
    else if (operator === 'Tm') this.#move(matrixOf(numbers));
    else if (operator === 'Td') this.#move(times([1, 0, 0, 1, x, y], this.#line));
    else if (operator === 'TD') {
      this.#leading = -y;
      this.#move(times([1, 0, 0, 1, x, y], this.#line));
    } else if (operator === 'TL') this.#leading = last;
    else if (operator === 'Tf') this.size = last;
    else if (operator === 'T*' || operator === "'" || operator === '"')
      this.#move(times([1, 0, 0, 1, 0, -this.#leading], this.#line));
  }

  #move(to: Matrix): void {
    this.#line = to;
    this.#at = to;
  }

  /** A number between two strings, in thousandths of the font's size. */
  adjust(thousandths: number): void {
    this.#at = times([1, 0, 0, 1, (-thousandths / 1000) * this.size, 0], this.#at);
  }

  /** The box of some letters on the page, from the top down; the cursor goes on behind them. */
  take(letters: number, page: Matrix): readonly [x: number, y: number, width: number, height: number] {
    const start = times(this.#at, page);
    this.#at = times([1, 0, 0, 1, letters * WIDTH * this.size, 0], this.#at);
    const end = times(this.#at, page);
    const height = Math.hypot(start[2], start[3]) * this.size;
    const [left, right] = [Math.min(start[4], end[4]), Math.max(start[4], end[4])];
    const [low, high] = [Math.min(start[5], end[5]), Math.max(start[5], end[5])];
    return [left, -high - height / 2, Math.max(right - left, 0.1), Math.max(high - low, height)];
  }
}
