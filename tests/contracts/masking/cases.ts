import { readFileSync } from 'node:fs';
import { ESCAPED, PACKED, PLAIN, SPLIT } from './spellings.js';
import type { Spell } from './spellings.js';

export interface MaskedSecret {
  readonly name: string;
  readonly value: string;
}

/** One value in one spelling. `must`: never to be seen anywhere; `should`: counted. */
export interface MaskingCase {
  readonly id: string;
  readonly level: 'must' | 'should';
  readonly value: string;
  readonly encoded: string;
}

export interface Matrix {
  readonly secrets: readonly MaskedSecret[];
  readonly cases: readonly MaskingCase[];
}

const inJson: Spell = (value) => JSON.stringify(value).slice(1, -1);
const unicode: Spell = (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What programs do besides, that makes no difference to most values. */
const MORE: Readonly<Record<string, Spell>> = {
  'in an address': (value) => encodeURI(value),
  'in a path': (value) =>
    new URL(`https://a.example/${value.replace(/[#?\t\n\r]/gu, encodeURIComponent)}`).pathname.slice(1),
  'in JSON for a page': (value) => inJson(value).replace(/[<>&\u2028\u2029]/gu, unicode),
  'in YAML': (value) => inJson(value),
  'with spaces that do not break': (value) => value.replaceAll(' ', '\u00a0'),
  'with its white space as one': (value) => value.replace(/\s+/gu, ' '),
};

const SELDOM: Readonly<Record<string, Spell>> = {
  'in HTML without semicolons': (value) => value.replace(/[&<]/gu, (c) => (c === '&' ? '&amp' : '&lt')),
  'in a shell': (value) => value.replaceAll("'", "'\\''"),
  'in lines of eight': (value) => value.replace(/.{8}/gsu, '$&\n'),
  'from the end': (value) => Array.from(value).reverse().join(''),
  'its first four fifths': (value) =>
    Array.from(value)
      .slice(0, Math.ceil(Array.from(value).length * 0.8))
      .join(''),
  'its last four fifths': (value) =>
    Array.from(value)
      .slice(Math.floor(Array.from(value).length * 0.2))
      .join(''),
  'cut off': (value) =>
    `${Array.from(value)
      .slice(0, Math.ceil(Array.from(value).length * 0.8))
      .join('')}…`,
};

const SHOULD = new Set([
  ...['compatibly decomposed', 'in full width', 'percent twice', 'percent three times', 'in HTML twice'],
  ...['in braced escapes', 'in CSS', 'in mail', 'in wrapped base64', 'in base64 of base64', 'in base64 of UTF-16'],
  ...['in hex pairs', 'in hex with colons', 'in a list of hex numbers', 'as character codes', 'as byte codes'],
  ...['in lines that were folded', 'in two lines that were folded'],
  ...['with spaces between', 'with spaces without breaks', 'in two paragraphs', 'in lines of a snapshot'],
  ...['in two lines of a snapshot', 'in a list of letters', 'in a list of halves', 'in two elements in JSON'],
  ...['entities in percent', 'percent in entities', 'unicode escapes in percent', 'entities in unicode escapes'],
  ...['in base64 of JSON', 'in base64 in percent', 'in base64 behind a path'],
  ...Object.keys(SELDOM),
]);

const TABLE: Readonly<Record<string, Spell>> = { ...PLAIN, ...ESCAPED, ...PACKED, ...SPLIT, ...MORE, ...SELDOM };

/** Of a short code only what a person could read is sure to be it. */
const MUST_OF_A_CODE = new Set(['as it is', 'in spans']);
const OF_A_CODE = new Set([
  ...['as it is', 'in spans', 'in two elements', 'in base64', 'in hex', 'decimal entities', 'hex entities'],
  ...['in unicode escapes', 'in hex escapes', 'in full width', 'with zero-width spaces', 'as basic authorization'],
]);

/** Of values that are letters and digits all ways of quoting are the same; these are not. */
const OF_A_WORD = new Set([
  ...['as it is', 'in capitals', 'in base64', 'in hex', 'in base64 at offset 1', 'in spans', 'every byte in percent'],
  ...['with zero-width spaces', 'in JSON in JSON', 'decimal entities', 'in unicode escapes', 'from the end'],
  ...['its first four fifths', 'its last four fifths', 'cut off', 'in a list of halves', 'in full width'],
]);
const WORDS = new Set(['LONG', 'SHORTER', 'SESSION_TOKEN']);

/** Fakes of every kind: marks and letters beyond ASCII, a plain key, a token, other scripts, lines, a code, two alike. */
const SECRETS: readonly MaskedSecret[] = [
  { name: 'PASSPHRASE', value: 'Gr4ss&"Ho<pp>er ünd/+%2A' },
  { name: 'API_KEY', value: 'key-test-9bQ4tY7uW2xLpA6sD8fG' },
  { name: 'SESSION_TOKEN', value: 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQWRhIn0.k8Rr_t-W7' },
  { name: 'WORDS', value: 'ключик-тайна-鍵穴-ñ' },
  { name: 'PRIVATE_KEY', value: '-----BEGIN TEST-----\nQUJD+xyz/0123==\n-----END TEST-----' },
  { name: 'CODE', value: '718204' },
  { name: 'LONG', value: 'swordfish9swordfish9' },
  { name: 'SHORTER', value: 'swordfish9sword' },
];

/** Every value in every spelling that makes a difference to it. */
export function ownMatrix(): Matrix {
  const cases = SECRETS.flatMap(({ name, value }): MaskingCase[] => {
    const isCode = name === 'CODE';
    const known = new Set<string>();
    return Object.entries(TABLE).flatMap(([spelling, spell]) => {
      if (isCode && !OF_A_CODE.has(spelling)) return [];
      if (WORDS.has(name) && !OF_A_WORD.has(spelling)) return [];
      const encoded = spell(value);
      if (known.has(encoded)) return [];
      known.add(encoded);
      const level = (isCode ? !MUST_OF_A_CODE.has(spelling) : SHOULD.has(spelling)) ? 'should' : 'must';
      return [{ id: `${name} ${spelling}`, level, value, encoded }];
    });
  });
  return { secrets: SECRETS, cases };
}

interface VectorFile {
  readonly secrets: readonly { readonly id: string; readonly name: string; readonly value: string }[];
  readonly cases: readonly {
    readonly id: string;
    readonly secret: string;
    readonly level: string;
    readonly encoded: string;
  }[];
}

/** The same from a file of vectors, whose levels decide. */
export function readMatrix(file: string): Matrix {
  const { secrets, cases } = JSON.parse(readFileSync(file, 'utf8')) as VectorFile;
  const values = new Map(secrets.map(({ id, value }) => [id, value]));
  return {
    secrets: secrets.map(({ name, value }) => ({ name, value })),
    cases: cases.flatMap(({ id, secret, level, encoded }) =>
      level === 'must' || level === 'should' ? [{ id, level, encoded, value: values.get(secret) ?? '' }] : [],
    ),
  };
}
