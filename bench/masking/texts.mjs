/** Always the same numbers, so that two runs measure the same texts. */
export function createRandom(seed = 1) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const WORDS = `the of and to in a is that it was for on are with as his they at be this from have or by one had not but
  what all were when we there can an your which their said if do will each about how up out them then she many some so
  these would other into has more her two like him see time could no make than first been its who now people my made
  over did down only way find use may water long little very after words called just where most know government
  development international information university different understanding`.split(/\s+/u);

/** @param {() => number} random */
export function createValue(random, size = 32) {
  return Array.from({ length: size }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}

/** @param {number} size */
export function ordinaryText(size) {
  const random = createRandom(7);
  const parts = [];
  for (let length = 0, n = 0; length < size; n += 1) {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    const end = n % 90 === 89 ? '.\n' : n % 13 === 12 ? ', ' : ' ';
    parts.push(word, end);
    length += word.length + end.length;
  }
  return parts.join('').slice(0, size);
}

/** @param {number} size */
function snapshotText(size) {
  const random = createRandom(9);
  const parts = [];
  for (let length = 0, n = 0; length < size; n += 1) {
    const name = Array.from({ length: 4 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
    const line = `${'  '.repeat(n % 6)}- ${n % 3 === 0 ? 'link' : 'generic'} "${name}" [ref=e${String(n)}]\n`;
    parts.push(line);
    length += line.length;
  }
  return parts.join('').slice(0, size);
}

/** @param {number} size */
function base64Text(size) {
  const random = createRandom(11);
  return Buffer.from(Uint8Array.from({ length: size }, () => random() * 256))
    .toString('base64')
    .slice(0, size);
}

/** @param {number} size @param {string} piece */
const repeated = (size, piece) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/**
 * Texts that are meant to be slow, by name.
 *
 * @param {number} size
 * @param {readonly string[]} values the secrets
 * @returns {[string, string][]}
 */
export function hostileTexts(size, values) {
  const [value = ''] = values;
  const pieces = {
    '%25': '%25',
    'one long %2525…': '25',
    backslashes: '\\',
    '\\\\u005c': '\\u005c',
    '\\73 (CSS)': '\\73 ',
    'CSS and percent': '\\73 \\6b \\2f %41',
    '=3D (mail)': '=3D',
    '&amp;': '&amp;',
    '&#38;': '&#38;',
    '&#8 without end': '&#8',
    '%&\\ mixed': '%&\\&#%2',
    tags: '<b>x</b>',
    'open tags': '<b ',
    'snapshot prefixes': '- link "x" [ref=e1]\n',
    'zero-width': 'a\u200b',
    'spaces between': 'a b ',
    'combining marks': 'e\u0301',
    'mathematical letters': '\u{1d400}\u{1d401}',
    'numbers in a list': '83,51,',
    'hex pairs': '53 33 ',
    'hex run': 'deadbeef01',
    'base64 of base64': Buffer.from(Buffer.from('some text in here').toString('base64'))
      .toString('base64')
      .slice(0, 32),
    'short base64 runs': 'QWxhZGRpbg ',
    'a beginning of a secret': value.slice(0, 18),
    'nearly a secret': value.slice(0, -10),
    'a secret, again and again': value,
    'secrets in spans': `<i>${[...value].join('</i><i>')}</i> `,
    'secrets in percent': `${[...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join('')} `,
  };
  return [
    ['snapshot', snapshotText(size)],
    ['base64', base64Text(size)],
    ['beginnings of all secrets', repeated(size, values.map((secret) => secret.slice(0, 12)).join(' '))],
    ...Object.entries(pieces).map(([name, piece]) => {
      const text = repeated(size, piece);
      return /** @type {[string, string]} */ ([name, name.startsWith('one long') ? `%${text}` : text]);
    }),
  ];
}
