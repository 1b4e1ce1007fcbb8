import type { Secret, SecretUse } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { Automaton } from './automaton.js';
import type { Base64Reading } from './base64-runs.js';
import { FoundBefore } from './found-before.js';
import type { Find } from './found-before.js';
import { decode } from './decode.js';
import { partialReadings } from './decode-once.js';
import { extendFind } from './extent.js';
import { formsOf } from './forms.js';
import type { Form } from './form.js';
import { judge } from './judge.js';
import { Scanner } from './scan.js';
import { singleValues } from './single-values.js';
import { stripStructure } from './strip-structure.js';
import { unpack } from './unpack.js';
import { textView } from './view.js';
import type { View } from './view.js';

interface OwnedForm extends Form {
  readonly owners: Secret[];
}

interface Searcher {
  readonly forms: readonly OwnedForm[];
  readonly before: readonly (readonly number[])[];
  readonly scanner: Scanner;
}

const MIN_LITERAL = 4;
/** Base64 of base64: nobody wraps anything as often. Each layer is a quarter shorter than the one around it. */
const MAX_LAYERS = 8;
/** Characters that can begin an escape, also one that is itself escaped. */
const ESCAPES = /%[\da-fA-Fu%&\\]|&[#\w%&\\]|\\[^1-9A-TV-Zac-eg-mo-qswyz]/u;
const STRUCTURE = /<[a-zA-Z/!]|(?:^|\n)[ \t]*- |\[[a-z]| - [a-z]+(?::| ["\\])/u;
const RARE_ESCAPES = /\\[0-9a-fA-F]|=[0-9A-F]{2}|=\r?\n/u;

/** Finds secrets in whatever way they are written: every reading of the text is searched for all of them at once. */
export class Finder {
  readonly names: ReadonlySet<string>;
  readonly #searchers: readonly Searcher[];
  /** Made of nothing that could be compared otherwise: found as they are. */
  readonly #literals: readonly (readonly [string, Secret])[];
  readonly #reading: Base64Reading;
  readonly #hasTags: boolean;
  /** One of them looks like an escape itself. */
  readonly #hasEscapes: boolean;

  constructor(secrets: readonly Secret[]) {
    const opened = secrets.map((secret) => ({ secret, ...openSecret(secret) }));
    const forms = new Map<string, OwnedForm>();
    const literals: (readonly [string, Secret])[] = [];
    // A one-time code that is also a password is masked as the password is.
    opened.sort((a, b) => Number(a.use === 'code') - Number(b.use === 'code'));
    for (const { secret, value, use = 'any' } of opened) {
      const own = rememberedForms(secret, value, use);
      if (own.length === 0 && value.length >= MIN_LITERAL) literals.push([value, secret]);
      for (const form of own) {
        const key = `${form.kept} ${form.text}`;
        const known = forms.get(key);
        if (known === undefined) forms.set(key, { ...form, owners: [secret] });
        else if (!known.owners.includes(secret)) known.owners.push(secret);
      }
    }
    this.names = new Set(secrets.map(({ name }) => name));
    this.#literals = literals;
    this.#reading = readingOf(
      opened.map(({ value }) => value),
      [...forms.values()],
    );
    this.#hasTags = opened.some(({ value }) => /<|%3c|&lt|x3c|u003c|&#/iu.test(value));
    this.#hasEscapes = opened.some(({ value }) => looksEscaped(value));
    this.#searchers = (['letters', 'marks'] as const).flatMap((kept) => {
      const own = [...forms.values()].filter((form) => form.kept === kept);
      if (own.length === 0) return [];
      const automaton = new Automaton(kept, own);
      const before = own.map((form) => automaton.alphabet.symbolsOf(form.before));
      return [{ forms: own, before, scanner: new Scanner(automaton) }];
    });
  }

  find(text: string): Find[] {
    const finds: Find[] = [];
    const raw = textView(text, this.names);
    this.#search(raw, finds);
    const exact = finds.filter(({ start, end, owners }) =>
      owners.some((secret) => openSecret(secret).value === text.slice(start, end)),
    );
    const decoded = ESCAPES.test(text) ? decode(raw, 'common') : undefined;
    this.#search(decoded, finds);
    const plain = decoded ?? raw;
    if (decoded !== undefined || STRUCTURE.test(text)) {
      this.#search(stripStructure(plain), finds);
      if (this.#hasTags) this.#search(stripStructure(plain, true), finds);
    }
    this.#search(singleValues(plain), finds, true);
    if (RARE_ESCAPES.test(text)) this.#search(decode(raw, 'rare'), finds);
    if (this.#hasEscapes) for (const view of partialReadings(raw)) this.#search(view, finds);
    const packed = unpack(plain, this.#reading, 4);
    this.#search(packed.all, finds, true);
    // Encoded twice and more: once more each time, where the reading before makes sense.
    let layer = packed.aligned;
    for (let depth = 0; depth < MAX_LAYERS && layer.length > 0; depth += 1) {
      const inner = decode(layer, 'common');
      this.#search(inner, finds, true);
      const next = unpack(inner ?? layer, this.#reading, 1);
      this.#search(next.all, finds, true);
      layer = next.aligned;
    }
    return withoutChance(finds, exact);
  }

  #search(view: View | undefined, finds: Find[], isPacked = false): void {
    if (view === undefined || view.length === 0) return;
    const known = new FoundBefore(finds);
    if (this.#literals.length > 0) this.#searchLiterals(view, finds);
    for (const { forms, before, scanner } of this.#searchers) {
      scanner.scan(view, (candidate) => {
        const form = forms[candidate.pattern];
        const units = form === undefined ? undefined : judge(candidate, form, isPacked);
        if (form === undefined || units === undefined) return false;
        const [first, last] = extendFind(candidate, form, before[candidate.pattern] ?? [], units);
        if (!known.isAll(view, form.owners, first, last))
          add(finds, form.owners, view.starts[first] ?? 0, view.ends[last] ?? 0);
        return true;
      });
    }
  }

  #searchLiterals(view: View, finds: Find[]): void {
    const text = Buffer.from(view.codes.buffer, view.codes.byteOffset, view.length * 2).toString('utf16le');
    for (const [value, secret] of this.#literals) {
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
        const last = at + value.length - 1;
        finds.push({ start: view.starts[at] ?? 0, end: view.ends[last] ?? 0, owners: [secret] });
      }
    }
  }
}

function looksEscaped(value: string): boolean {
  const raw = textView(value);
  return decode(raw, 'common') !== undefined || decode(raw, 'rare') !== undefined;
}

function readingOf(values: readonly string[], forms: readonly Form[]): Base64Reading {
  const units = new Uint8Array(65536).fill(1, 0, 0x80);
  for (const value of values) {
    for (const spelled of [value, value.toLowerCase(), value.toUpperCase(), value.normalize('NFD')]) {
      for (let i = 0; i < spelled.length; i += 1) units[spelled.charCodeAt(i)] = 1;
    }
  }
  return {
    isWide: values.some((value) => /[^\0-\x7f]/u.test(value)),
    shortest: forms.reduce((least, form) => Math.min(least, form.text.length, form.enoughBeforeEllipsis), Infinity),
    units,
  };
}

const remembered = new WeakMap<Secret, readonly Form[]>();

/** A list that grows by one secret costs the forms of that one. */
function rememberedForms(secret: Secret, value: string, use: SecretUse): readonly Form[] {
  const forms = remembered.get(secret) ?? formsOf(value, use);
  remembered.set(secret, forms);
  return forms;
}

const finders = new WeakMap<readonly Secret[], Finder>();

/** Compiled once for a list: whoever has the same list asks again at no cost. */
export function finderFor(secrets: readonly Secret[]): Finder {
  let finder = finders.get(secrets);
  if (finder === undefined) {
    finder = new Finder(secrets);
    finders.set(secrets, finder);
  }
  return finder;
}

/** A beginning that grows with every character is one find. */
function add(finds: Find[], owners: readonly Secret[], start: number, end: number): void {
  const latest = finds.at(-1);
  if (latest?.start === start && latest.owners === owners) latest.end = end;
  else finds.push({ start, end, owners });
}

/**
 * Without what is an exact find and, to one side of it, a letter that was read in place of one of its own: in `a %41bc` a
 * secret that begins with 41 stays as it is, and what is before it would go or stay by what the secret is.
 */
function withoutChance(finds: readonly Find[], exact: readonly Find[]): Find[] {
  if (exact.length === 0) return [...finds];
  const ends = new Map(exact.map((find) => [find.end, find]));
  const starts = new Map(exact.map((find) => [find.start, find]));
  return finds.filter((find) => {
    const [after, before] = [ends.get(find.end), starts.get(find.start)];
    const isMore = (same: Find | undefined): boolean =>
      same !== undefined &&
      find.end - find.start > same.end - same.start &&
      find.owners.every((secret) => same.owners.includes(secret));
    return !isMore(after) && !isMore(before);
  });
}
