import type { Form } from './form.js';
import { isInvisible } from './judge.js';
import type { Candidate } from './scan.js';
import { BREAK, OBJECT } from './view.js';
import type { View } from './view.js';

/**
 * The units that go with a find: the marks around its letters, and what else of the secret is before its end.
 * No part of a secret stays beside its name.
 */
export function extendFind(
  candidate: Candidate,
  form: Form,
  before: readonly number[],
  [first, last]: readonly [number, number],
): readonly [number, number] {
  const { view, extent } = candidate;
  if (form.encoded !== undefined) {
    return [extendRun(view, first, form.encoded.before, -1), extendRun(view, last, form.encoded.after, 1)];
  }
  let from = first;
  for (let i = 1; i <= before.length && candidate.symbolBefore(i) === before[before.length - i]; i += 1) {
    if (!belongsTogether(candidate, form, before.length - i + 1, -i)) break;
    from = candidate.place(-i);
  }
  let to = extent === 'whole' ? extendOver(view, last, form.tail, 1) : last;
  while (isInvisible(view.codes[to + 1] ?? 0) && to + 1 < view.length) to += 1;
  return [from === first ? extendOver(view, first, form.head, -1) : from, to];
}

/**
 * What is before the find may be a letter of the secret by chance: it goes with it only where it is written like it, as
 * close to the next one and escaped like it, or where the secret has something between them itself. What is masked must not
 * depend on what the secret is.
 */
function belongsTogether(candidate: Candidate, { gaps }: Form, nextInSecret: number, at: number): boolean {
  const { view } = candidate;
  const gap = candidate.place(at + 1) - candidate.place(at);
  if (gap > Math.max(1, candidate.place(1) - candidate.place(0)) && !gaps.has(nextInSecret)) return false;
  return isEscaped(view, candidate.place(at)) === isEscaped(view, candidate.place(0));
}

function isEscaped({ starts, ends }: View, unit: number): boolean {
  return (ends[unit] ?? 0) - (starts[unit] ?? 0) > 1;
}

/** So many more characters of a packed text, which may be wrapped over lines and ends before any other space. */
function extendRun({ codes, length }: View, from: number, most: number, step: 1 | -1): number {
  let [at, end, left] = [from + step, from, most];
  for (; at >= 0 && at < length && left > 0; at += step) {
    const code = codes[at] ?? 0;
    if (code === 32 || code === 9 || code === BREAK || code === OBJECT) break;
    if (code === 10 || code === 13) {
      if (step === -1) break;
      continue;
    }
    end = at;
    left -= 1;
  }
  return end;
}

function extendOver({ codes, length }: View, from: number, marks: string, step: 1 | -1): number {
  let [at, end] = [from, from];
  for (let i = 0; i < marks.length; i += 1) {
    do at += step;
    while (at >= 0 && at < length && isInvisible(codes[at] ?? 0));
    const mark = marks.charCodeAt(step === 1 ? i : marks.length - 1 - i);
    if (at < 0 || at >= length || codes[at] !== mark) break;
    end = at;
  }
  return end;
}
