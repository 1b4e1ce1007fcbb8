import { likeness, shapesOf, type Glyph, type Shape } from './glyph-shapes.js';

/** Generic families: a page cannot load a font under these names. */
const FAMILIES = ['sans-serif', 'serif', 'monospace'].flatMap((family) => [`48px ${family}`, `italic 48px ${family}`]);
const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CYRILLIC = 'абвгдежзиклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/[0-9A-Za-z]/u, LATIN],
  [/[а-яА-Я]/u, LATIN + CYRILLIC],
  [/[α-ωΑ-Ω]/u, LATIN + GREEK],
];
/** No font of a system has a glyph for it: what is painted is the box for glyphs that are missing. */
const NOBODYS = '\u{10FFFD}';
const MISSING = 0.97;

/** Ordinary fonts paint these alike. */
const ALIKE = ['ilj1tfr', 'o0qag9eс', 'vyu', 'nhm', '5s', '2z', '8b36', 'cеe'];

/** Looks enough like itself, whatever else it looks like. */
const ITSELF = 0.75;
/** So much like another letter, and so much less like itself, is no ordinary font's letter. */
const ANOTHER = 0.8;
const APART = 0.25;

const known = new Map<string, Shape>();

function references(letters: readonly string[], fonts: readonly string[]): Shape[] {
  const missing: Glyph[] = [];
  for (const font of fonts)
    for (const text of letters)
      if (!known.has(`${font} ${text}`)) missing.push({ font, text, caps: 'normal', stretch: 'normal' });
  shapesOf(missing).forEach((shape, i) => {
    const glyph = missing[i];
    if (glyph !== undefined) known.set(`${glyph.font} ${glyph.text}`, shape);
  });
  return letters.flatMap((letter) => fonts.map((font) => known.get(`${font} ${letter}`)));
}

/** Letters whose shapes are known here, and told apart. */
export const isJudged = (letter: string): boolean => ALPHABETS.some(([script]) => script.test(letter));

/** Which of some letters, as a font paints them, look like other letters and not like themselves. */
export function exchangedAmong(letters: readonly string[], shapes: readonly Shape[]): string[] {
  const [plain = ''] = FAMILIES;
  references(letters, [plain]);
  const odd = letters.flatMap((letter, i) => {
    const shape = shapes[i];
    return shape === undefined || likeness(shape, known.get(`${plain} ${letter}`)) >= ITSELF ? [] : [{ letter, shape }];
  });
  return odd.flatMap(({ letter, shape }) => (looksLikeAnother(letter, shape) ? [letter] : []));
}

function looksLikeAnother(letter: string, shape: Shape): boolean {
  const itself = likest(shape, references([letter, otherCase(letter)], FAMILIES));
  if (itself >= ITSELF || isUnknownHere(letter)) return false;
  const others = Array.from(ALPHABETS.find(([script]) => script.test(letter))?.[1] ?? '');
  const strange = others.filter((other) => !areAlike(letter, other));
  const another = likest(shape, references(strange, FAMILIES));
  return another >= ANOTHER && another - itself >= APART;
}

const likest = (shape: Shape, all: readonly Shape[]): number =>
  all.reduce((most, one) => Math.max(most, likeness(shape, one)), -1);

function otherCase(letter: string): string {
  const lower = letter.toLowerCase();
  return lower === letter ? letter.toUpperCase() : lower;
}

/** The system has no font with this letter, so there is nothing to compare with. */
export function isUnknownHere(letter: string): boolean {
  const [own, box] = references([letter, NOBODYS], FAMILIES.slice(0, 1));
  return likeness(own, box) >= MISSING;
}

function areAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || ALIKE.some((group) => group.includes(a) && group.includes(b));
}
