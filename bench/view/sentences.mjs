/** What is shorter is a caption, a date or the name of a link. */
const MIN_WORDS = 5;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;

/**
 * @param {string} text one block of a page
 * @returns {string[]}
 */
export function sentencesOf(text) {
  const parts = text.split(/(?<=[.!?…][”"’')\]]*)\s+(?=[\p{Lu}\p{N}“"‘'(])/u);
  return parts.map((part) => part.trim()).filter((part) => (part.match(WORD) ?? []).length >= MIN_WORDS);
}

/** Letters and digits only: quotes, brackets and spaces differ between notations. @param {string} text */
export function lettersOf(text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
