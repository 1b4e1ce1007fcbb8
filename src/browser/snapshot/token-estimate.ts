/**
 * A safe guess at how many o200k tokens a text has: words by length, digits by threes, each sign on its own.
 * Meant to err upwards: a budget that is promised must hold.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    const isLetter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
    const isDigit = c >= 48 && c <= 57;
    if (letters > 0 && !isLetter) {
      tokens += Math.ceil(letters / 5);
      letters = 0;
    }
    if (digits > 0 && !isDigit) {
      tokens += Math.ceil(digits / 3);
      digits = 0;
    }
    if (isLetter) letters += 1;
    else if (isDigit) digits += 1;
    else if (c > 127) tokens += c >= 0xd800 && c <= 0xdfff ? 1.5 : 1;
    else if (c !== 32) tokens += 0.8;
  }
  return Math.ceil(tokens + letters / 5 + digits / 3);
}
