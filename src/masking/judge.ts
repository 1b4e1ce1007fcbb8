import type { Form } from './form.js';
import type { Candidate } from './scan.js';
import type { View } from './view.js';

/** Whether a form really stands here, and which units of the view it takes: first and last, or undefined. */
export function judge(candidate: Candidate, form: Form, isPacked: boolean): readonly [number, number] | undefined {
  const { view, extent, size } = candidate;
  const first = candidate.place(0);
  const last = lastUnit(view, candidate.place(size - 1));
  if (extent === 'cut part' && !isBeforeEllipsis(view, last)) return undefined;
  switch (form.strength) {
    case 'strong':
      break;
    case 'number':
      if (isDigit(view, first - 1) || isDigit(view, last + 1)) return undefined;
      break;
    case 'weak':
      if (!hasEvenGaps(candidate, form.gaps, false)) return undefined;
      break;
    case 'code':
      if (
        isPacked
          ? size < 6 || isDigit(view, first - 1) || isDigit(view, last + 1)
          : !isWord(candidate, form.gaps, first, last)
      ) {
        return undefined;
      }
  }
  return [first, last];
}

function lastUnit({ codes, length }: View, at: number): number {
  const isPair = isBetween(codes[at] ?? 0, 0xd800, 0xdbff) && at + 1 < length;
  return isPair ? at + 1 : at;
}

/** A code is masked as a word of its own: not in a longer number, an identifier or a digest. */
function isWord(candidate: Candidate, own: ReadonlySet<number>, first: number, last: number): boolean {
  const { view } = candidate;
  const before = visibleFrom(view, first - 1, -1);
  const after = visibleFrom(view, last + 1, 1);
  if (isWordUnit(view, before) || isWordUnit(view, after)) return false;
  if (isPoint(view, before) && isDigit(view, before - 1)) return false;
  if (isPoint(view, after) && isDigit(view, after + 1)) return false;
  return hasEvenGaps(candidate, own, true);
}

/**
 * Nothing between the symbols, or something between all of them; where the value has something itself, either way. A code
 * may also have one gap, as in `493 021`.
 */
function hasEvenGaps(candidate: Candidate, own: ReadonlySet<number>, mayHaveOne: boolean): boolean {
  const { view, size } = candidate;
  let gaps = 0;
  let single = -1;
  for (let i = 1; i < size; i += 1) {
    if (own.has(i)) continue;
    const from = candidate.place(i - 1);
    const gap = visibleBetween(view, from, candidate.place(i));
    if (gap > 3) return false;
    if (gap > 0) gaps += 1;
    if (gap === 1) single = visibleFrom(view, from + 1, 1);
  }
  if (gaps === 0 || gaps === size - 1 - own.size) return true;
  return mayHaveOne && gaps === 1 && single >= 0 && isSpaceOrHyphen(view.codes[single] ?? 0);
}

function visibleBetween(view: View, from: number, to: number): number {
  const start = isBetween(view.codes[from] ?? 0, 0xd800, 0xdbff) ? from + 2 : from + 1;
  let count = 0;
  for (let i = start; i < to; i += 1) if (!isInvisible(view.codes[i] ?? 0)) count += 1;
  return count;
}

function visibleFrom({ codes, length }: View, from: number, step: number): number {
  let at = from;
  while (at >= 0 && at < length && isInvisible(codes[at] ?? 0)) at += step;
  return at;
}

/** `hunter2…`, `hunter2-...`. */
function isBeforeEllipsis({ codes, length }: View, last: number): boolean {
  for (let i = last + 1; i <= last + 3 && i < length; i += 1) {
    if (codes[i] === 0x2026) return true;
    if (codes[i] === 46 && codes[i + 1] === 46 && codes[i + 2] === 46) return true;
  }
  return false;
}

function isDigit({ codes, length }: View, at: number): boolean {
  return at >= 0 && at < length && isBetween(codes[at] ?? 0, 48, 57);
}

function isWordUnit(view: View, at: number): boolean {
  if (at < 0 || at >= view.length) return false;
  const code = view.codes[at] ?? 0;
  return isDigit(view, at) || isBetween(code | 32, 97, 122) || code === 95;
}

function isPoint({ codes, length }: View, at: number): boolean {
  return at >= 0 && at < length && (codes[at] === 46 || codes[at] === 44);
}

function isSpaceOrHyphen(code: number): boolean {
  return code === 32 || code === 45 || code === 0xa0 || isBetween(code, 0x2000, 0x2015) || code === 0x202f;
}

/** Zero-width and control characters, selectors and combining marks. */
export function isInvisible(code: number): boolean {
  if (code < 0x80) return code < 9 || isBetween(code, 14, 31) || code === 127;
  return (
    isBetween(code, 0x300, 0x36f) ||
    isBetween(code, 0x200b, 0x200f) ||
    isBetween(code, 0x202a, 0x202e) ||
    isBetween(code, 0x2060, 0x206f) ||
    isBetween(code, 0xfe00, 0xfe0f) ||
    code === 0xad ||
    code === 0xfeff ||
    code === 0x61c ||
    code === 0x180e ||
    code === 0x34f
  );
}

function isBetween(code: number, least: number, most: number): boolean {
  return code >= least && code <= most;
}
