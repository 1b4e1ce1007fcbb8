/** Text as it stands between tags and in quoted attributes. @param {string} text */
export function asHtml(text) {
  return text.replace(/[&<>"'\n\r\u0085\u2028]/gu, (character) => `&#${String(character.codePointAt(0))};`);
}

/** Text as a string of a style sheet, inside a style element. @param {string} text */
export function asCss(text) {
  const escaped = text.replace(
    /["\\<\n\r\u0085\u2028]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped}"`;
}

/** A value as it stands in a script element. @param {unknown} value */
export function asScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');
}

const TAG = 0xe0000;

/** Plain letters as characters of the tags block, which nobody sees. @param {string} text */
export function asTags(text) {
  return Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 32 && code < 127 ? String.fromCodePoint(TAG + code) : '';
  }).join('');
}

/** @param {string} text */
export function fromTags(text) {
  return text.replace(/[\u{E0020}-\u{E007E}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - TAG));
}

/** Seven bits for each letter, in characters without a width. @param {string} text */
export function asZeroWidth(text) {
  return Array.from(text, (letter) => (letter.codePointAt(0) ?? 0) & 127)
    .map((code) => code.toString(2).padStart(7, '0').replaceAll('0', '\u200b').replaceAll('1', '\u200c'))
    .join('');
}

/** @param {string} text */
export function fromZeroWidth(text) {
  return text.replace(/[\u200b\u200c]{7,}/gu, (run) =>
    (run.match(/.{7}/gu) ?? [])
      .map((bits) => Number.parseInt(bits.replaceAll('\u200b', '0').replaceAll('\u200c', '1'), 2))
      .map((code) => String.fromCodePoint(code))
      .join(''),
  );
}

/** @param {string} text */
export function backwards(text) {
  return Array.from(text).reverse().join('');
}
