import { countTokens } from '../count-tokens.mjs';
import { parseSnapshot } from '../sections/parse-snapshot.mjs';
import { lettersOf } from './sentences.mjs';

/** A number or a short word may be said twice by chance. */
const MIN_LETTERS = 4;

/**
 * Tokens of what a snapshot says a second time: a name that is in the name or text of a line above it, or in the text
 * before it under the same line.
 *
 * @param {string} snapshot
 */
export function countRepeats(snapshot) {
  /** @type {{ depth: number, said: string }[]} */
  const above = [];
  let sentence = { depth: -1, said: '' };
  let tokens = 0;
  for (const { role, name, depth } of parseSnapshot(
    snapshot
      .split('\n')
      .filter((line) => /^\s*- /u.test(line))
      .join('\n'),
  )) {
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    if (sentence.depth > depth) sentence = { depth: -1, said: '' };
    const said = lettersOf(name);
    const isSaid =
      above.some((line) => line.said.includes(said)) || (sentence.depth === depth && sentence.said.includes(said));
    if (said.length >= MIN_LETTERS && isSaid) tokens += countTokens(name);
    above.push({ depth, said });
    if (role === 'text') sentence = { depth, said };
  }
  return tokens;
}
