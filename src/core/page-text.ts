/**
 * Page text made harmless for one line: what could forge a line, a quote or a fence, or hide text from a person,
 * is escaped or dropped. Joiners and selectors stay where scripts and emoji need them.
 */
export function onePageLine(text: string, max = 300): string {
  const clean = dropInvisible(text).replace(/\s+/gu, ' ').trim();
  return cutPageText(clean, max);
}

/**
 * Page text that is cut before it is masked ends in an ellipsis: by this mark masking finds the beginning of a secret
 * that the cut went through. A surrogate pair is never cut in half.
 */
export function cutPageText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** The same, in double quotes, with quotes and backslashes escaped. */
export function quotedPageLine(text: string, max = 300): string {
  return `"${onePageLine(text, max).replace(/["\\]/gu, '\\$&')}"`;
}

// England, Scotland and Wales: the only ones that are drawn. Other letters after a black flag are hidden text.
const FLAG_TAGS =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const INVISIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;
// A joiner is kept only between letters or emoji that it can join; elsewhere it is a hidden bit.
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F\u{1F3FB}-\u{1F3FF}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const LATIN_JOINER = /(?<=[\p{Script=Latin}\p{N}])[\u200C\u200D]+/gu;
const STRAY_SELECTOR =
  /(?<![\p{Extended_Pictographic}\p{Script=Han}\d#*\p{Script=Mongolian}])[\uFE00-\uFE0F]|[\uFE00-\uFE0F](?=[\uFE00-\uFE0F])/gu;

/** Drops characters that a person cannot see; white space stays for the caller to fold. */
export function dropInvisible(text: string): string {
  if (!/[^\n\r\t -~]/u.test(text)) return text;
  const flags: string[] = [];
  return text
    .toWellFormed()
    .replace(FLAG_TAGS, (flag) => `\uE000${String(flags.push(flag) - 1)}\uE001`)
    .replace(INVISIBLE, (c) => (/[\u2028\u2029]/u.test(c) ? ' ' : ''))
    .replace(LATIN_JOINER, '')
    .replace(STRAY_JOINER, '')
    .replace(STRAY_SELECTOR, '')
    .replace(/\uE000(\d+)\uE001/gu, (_, i: string) => flags[Number(i)] ?? '');
}
