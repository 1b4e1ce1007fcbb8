import { shapesOf, type Glyph, type Shape } from './glyph-shapes.js';
import { hasWord } from './letters.js';
import { exchangedAmong, isJudged, isUnknownHere } from './letter-references.js';
import { documentFonts, fontStatus } from './dom-primordials.js';
import { compareWords, type WordMatch } from './word-shapes.js';
import { parted, type Span } from './hidden-spans.js';

/** A text in which this many letters, and this part of them, are exchanged says something else. */
const MIN_EXCHANGED = 3;
const MIN_SHARE = 0.15;
/** Letters that all fonts of a document together exchange, from which on a single one in a short text counts too. */
const MANY_EXCHANGED = 8;
/** Words that are compared in one walk; those that were compared before are known. */
const MAX_WORDS = 300;
const WORD = /[^\s\p{P}\p{S}]{2,40}/gu;
/** What icon fonts are given by ligature: one word, as the names of icons are. */
const ICON_NAME = /^[a-z][a-z0-9_]{1,39}$/u;
const OTHER_LETTERS = 'font shows other letters';
const NO_GLYPHS = 'font has no glyphs';
const STRETCHES = new Map([
  ['50%', 'ultra-condensed'],
  ['62.5%', 'extra-condensed'],
  ['75%', 'condensed'],
  ['87.5%', 'semi-condensed'],
  ['112.5%', 'semi-expanded'],
  ['125%', 'expanded'],
  ['150%', 'extra-expanded'],
  ['200%', 'ultra-expanded'],
]);

type Font = Omit<Glyph, 'text'>;
interface Letters {
  readonly family: string;
  readonly shapes: Map<string, Shape>;
  readonly exchanged: Set<string>;
  readonly words: Map<string, WordMatch>;
}

/** What the fonts that a page loaded paint, as far as it was looked at, for as long as they stay the same. */
let fonts = new Map<string, Letters>();
let exchanged = new Set<string>();
let facesBefore = '';
const faceNumbers = new WeakMap<FontFace, number>();
let nextFace = 1;

/** Which fonts of its own the page has loaded; empty: none, and there is nothing to judge. */
function loadedFaces(): string {
  const set = documentFonts(document);
  if (set.size === 0) return '';
  const numbers: number[] = [];
  set.forEach((face) => {
    if (fontStatus(face) !== 'loaded') return;
    const number = faceNumbers.get(face) ?? nextFace++;
    faceNumbers.set(face, number);
    numbers.push(number);
  });
  return numbers.join(' ');
}

export interface FontVisibility {
  /** Why nobody can read any of it. */
  readonly why: string | undefined;
  /** Words that are not painted. */
  readonly blank: readonly Span[];
}

const UNKNOWN = new Float32Array(0);
const READABLE: FontVisibility = { why: undefined, blank: [] };

/** Text in fonts that a page brought along: are the letters painted that it is made of? */
export class Fonts {
  readonly #faces = loadedFaces();
  #wordsLeft = MAX_WORDS;

  constructor() {
    if (this.#faces === facesBefore) return;
    facesBefore = this.#faces;
    fonts = new Map();
    exchanged = new Set();
  }

  see(text: string, style: CSSStyleDeclaration): FontVisibility {
    if (this.#faces === '' || !hasWord(text)) return READABLE;
    const font = fontOf(style);
    const letters = this.#lettersOf(font, style.fontFamily, text);
    if (showsOthers(text, letters)) return { why: OTHER_LETTERS, blank: [] };
    // Text whose font is on its way is not painted for a while.
    const isPainted = isThere(font, text);
    const blank = spansIn(text, letters, this.#words(font, letters, text), isPainted);
    if (blank.length === 0) return READABLE;
    return hasWord(parted(text, blank).seen) ? { why: undefined, blank } : { why: NO_GLYPHS, blank: [] };
  }

  /** Words as a whole: a font may paint them otherwise than letter by letter. */
  #words(font: Font, { words }: Letters, text: string): ReadonlyMap<string, WordMatch> {
    const fresh = new Set<string>();
    for (const [word] of text.matchAll(WORD))
      if (!words.has(word) && fresh.size < this.#wordsLeft && Array.from(word).every(isJudged)) fresh.add(word);
    if (fresh.size === 0) return words;
    this.#wordsLeft -= fresh.size;
    const list = [...fresh];
    compareWords(font, list).forEach((visibility, i) => words.set(list[i] ?? '', visibility));
    return words;
  }

  #lettersOf(font: Font, family: string, text: string): Letters {
    const key = `${font.font} ${font.caps} ${font.stretch}`;
    const known = fonts.get(key) ?? newLetters(family);
    fonts.set(key, known);
    const fresh = [...new Set(text)].filter((letter) => !known.shapes.has(letter) && hasWord(letter));
    if (fresh.length === 0) return known;
    const shapes = shapesOf(fresh.map((letter) => ({ ...font, text: letter })));
    fresh.forEach((letter, i) => {
      // A letter that no font of this machine has may be painted on other machines: it is not called blank.
      known.shapes.set(letter, shapes[i] ?? (isUnknownHere(letter) ? UNKNOWN : undefined));
    });
    const judged = fresh.filter(isJudged);
    for (const letter of exchangedAmong(
      judged,
      judged.map((one) => known.shapes.get(one)),
    )) {
      known.exchanged.add(letter);
      exchanged.add(`${letter} ${family}`);
    }
    return known;
  }
}

const newLetters = (family: string): Letters => ({
  family,
  shapes: new Map(),
  exchanged: new Set(),
  words: new Map(),
});

function fontOf(style: CSSStyleDeclaration): Font {
  const size = Math.max(4, Math.round(Number.parseFloat(style.fontSize) || 16));
  return {
    font: `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`,
    caps: style.fontVariantCaps,
    stretch: STRETCHES.get(style.fontStretch) ?? 'normal',
  };
}

function showsOthers(text: string, letters: Letters): boolean {
  if (letters.exchanged.size === 0) return false;
  const judged = [...new Set(text)].filter((letter) => letters.shapes.get(letter) !== undefined && isJudged(letter));
  const count = judged.filter((letter) => letters.exchanged.has(letter)).length;
  if (count < Math.max(1, judged.length * MIN_SHARE)) return false;
  return count >= MIN_EXCHANGED || exchanged.size >= MANY_EXCHANGED;
}

function isThere({ font }: Font, text: string): boolean {
  try {
    return documentFonts(document).check(font, text);
  } catch {
    return false;
  }
}

/** The words of a text that are not painted, or as something else than their letters. */
function spansIn(text: string, letters: Letters, words: ReadonlyMap<string, WordMatch>, isPainted: boolean): Span[] {
  const isIcon = ICON_NAME.test(text.trim());
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const visibility = words.get(word) ?? 'alike';
    if (visibility === 'alike' && !isMostlyBlank(word, letters)) continue;
    if (visibility === 'otherwise' ? isIcon : !isPainted) continue;
    spans.push({ from: index, to: index + word.length });
  }
  return spans;
}

function isMostlyBlank(word: string, { shapes }: Letters): boolean {
  const all = Array.from(word).filter((letter) => shapes.has(letter));
  return all.filter((letter) => shapes.get(letter) === undefined).length * 2 > all.length;
}
