import { isUnspaced } from '../../core/index.js';

const WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Are these words in the text, whole and in this order? "post" is in "Post now" and not in "Posts". */
export function hasWords(text: string, words: string): boolean {
  const haystack = Array.from(fold(text));
  const needle = Array.from(fold(words));
  if (needle.length === 0) return false;
  for (let start = 0; start + needle.length <= haystack.length; start++) {
    if (!needle.every((character, offset) => haystack[start + offset] === character)) continue;
    const end = start + needle.length;
    if (isEdge(haystack[start - 1], needle[0]) && isEdge(haystack[end], needle.at(-1))) return true;
  }
  return false;
}

function isEdge(outside: string | undefined, inside: string | undefined): boolean {
  if (outside === undefined || inside === undefined) return true;
  return !WORD.test(outside) || !WORD.test(inside) || isUnspaced(inside) || isUnspaced(outside);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
