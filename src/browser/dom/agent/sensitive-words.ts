import { PAGE_WORDS } from '../host/page-words.generated.js';

export type SensitiveKind = 'password' | 'one-time-code' | 'card';

/** Names that people give to such fields. Plain strings: one big pattern takes longer to compile than to use. */
const KINDS: readonly (readonly [SensitiveKind, readonly string[]])[] = [
  ['password', withEdges(PAGE_WORDS.password)],
  ['one-time-code', withEdges(PAGE_WORDS.code)],
  ['card', withEdges(PAGE_WORDS.card)],
];

export function kindByWords(said: string): SensitiveKind | undefined {
  const words = ` ${said
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\s_\-.,:;*!?/()[\]]+/gu, ' ')} `;
  return KINDS.find(([, names]) => names.some((name) => words.includes(name)))?.[0];
}

/** Words of Latin letters count as wholes ("keyboard" is no "board"); other scripts have no spaces, or many endings. */
export function withEdges(words: readonly string[]): readonly string[] {
  return words.map((word) => (/[^\u0000-\u024F]/u.test(word) ? word : ` ${word} `));
}
