/** Words of Latin letters count as wholes ("keyboard" is no "board"); other scripts have no spaces, or many endings. */
export function withEdges(words: readonly string[]): readonly string[] {
  return words.map((word) => (/[^\u0000-\u024F]/u.test(word) ? word : ` ${word} `));
}
