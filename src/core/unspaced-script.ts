// Han, kana, Hangul, Thai, Lao, Khmer and Myanmar, as plain ranges: property classes take long to compile.
const UNSPACED =
  /[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

/**
 * Is there a letter of a script whose words have no edges: written without spaces or, as Korean, with endings that stick
 * to the word? Words of such scripts are searched for as parts of a text. Policy and page agent share this list.
 */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}
