/** The ways in which programs write a value: each a function, so that any value can be written in any of them. */
export type Spell = (value: string) => string;

const points = (value: string): number[] => Array.from(value, (c) => c.codePointAt(0) ?? 0);
const units = (value: string): number[] => Array.from({ length: value.length }, (_, i) => value.charCodeAt(i));
const bytes = (value: string): number[] => [...Buffer.from(value.toWellFormed(), 'utf8')];
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const base64 = (value: string): string => Buffer.from(value.toWellFormed(), 'utf8').toString('base64');
const percent: Spell = (value) => encodeURIComponent(value.toWellFormed());
const between =
  (what: string): Spell =>
  (value) =>
    Array.from(value).join(what);
const escapeHtml: Spell = (value) =>
  value.replace(/[&<>"']/gu, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? '&#39;');
const inJson: Spell = (value) => JSON.stringify(value).slice(1, -1);
const asEntities: Spell = (value) =>
  points(value)
    .map((point) => `&#${String(point)};`)
    .join('');
const asUnicode: Spell = (value) =>
  units(value)
    .map((unit) => `\\u${hex(unit, 4)}`)
    .join('');
const asPercentBytes: Spell = (value) =>
  bytes(value)
    .map((byte) => `%${hex(byte, 2)}`)
    .join('');

export const PLAIN: Readonly<Record<string, Spell>> = {
  'as it is': (value) => value,
  'in capitals': (value) => value.toUpperCase(),
  'in small letters': (value) => value.toLowerCase(),
  decomposed: (value) => value.normalize('NFD'),
  composed: (value) => value.normalize('NFC'),
  'compatibly decomposed': (value) => value.normalize('NFKD'),
  'in full width': (value) => value.replace(/[!-~]/gu, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
};

export const ESCAPED: Readonly<Record<string, Spell>> = {
  percent,
  'percent in small letters': (value) => percent(value).replace(/%../gu, (c) => c.toLowerCase()),
  'every byte in percent': asPercentBytes,
  'percent twice': (value) => percent(percent(value)),
  'percent three times': (value) => percent(percent(percent(value))),
  'in a form': (value) => new URLSearchParams({ q: value.toWellFormed() }).toString().slice(2),
  'in a query': (value) => new URL(`https://a.example/?q=${value.replace(/[#&\t\n\r]/gu, percent)}`).search.slice(3),
  'in HTML': escapeHtml,
  'in HTML twice': (value) => escapeHtml(escapeHtml(value)),
  'decimal entities': asEntities,
  'padded entities': (value) =>
    points(value)
      .map((point) => `&#${String(point).padStart(7, '0')};`)
      .join(''),
  'hex entities': (value) =>
    points(value)
      .map((point) => `&#x${point.toString(16)};`)
      .join(''),
  'in JSON': inJson,
  'in JSON in JSON': (value) => inJson(inJson(value)),
  'in JSON with slashes': (value) => inJson(value).replaceAll('/', '\\/'),
  'in ASCII JSON': (value) => inJson(value).replace(/[^ -~]/gu, asUnicode),
  'in unicode escapes': asUnicode,
  'in braced escapes': (value) =>
    points(value)
      .map((point) => `\\u{${point.toString(16)}}`)
      .join(''),
  'in hex escapes': (value) =>
    bytes(value)
      .map((byte) => `\\x${hex(byte, 2)}`)
      .join(''),
  'in CSS': (value) =>
    points(value)
      .map((point) => `\\${point.toString(16)} `)
      .join(''),
  'in mail': (value) => bytes(value.replace(/\s/gu, ' ')).map(mailByte).join(''),
  'entities in percent': (value) => asPercentBytes(asEntities(value)),
  'percent in entities': (value) => asEntities(asPercentBytes(value)),
  'unicode escapes in percent': (value) => percent(asUnicode(value)),
  'entities in unicode escapes': (value) => asUnicode(asEntities(value)),
};

export const PACKED: Readonly<Record<string, Spell>> = {
  'in base64': base64,
  'in base64 without padding': (value) => base64(value).replace(/=+$/u, ''),
  'in base64url': (value) => Buffer.from(value.toWellFormed()).toString('base64url'),
  'in base64 at offset 1': (value) => base64(`x${value}yy`),
  'in base64 at offset 2': (value) => base64(`xy${value}z`),
  'as basic authorization': (value) => base64(`somebody:${value}`),
  'in wrapped base64': (value) => base64(`${'padding '.repeat(7)}${value}`).replace(/.{76}/gu, '$&\r\n'),
  'in base64 behind a path': (value) => `a/${base64(value)}`,
  'in base64 of base64': (value) => base64(base64(value)),
  'in base64 of JSON': (value) => base64(JSON.stringify({ password: value })),
  'in base64 of UTF-16': (value) => Buffer.from(value, 'utf16le').toString('base64'),
  'in base64 in percent': (value) => asPercentBytes(base64(value)),
  'in hex': (value) => Buffer.from(value.toWellFormed()).toString('hex'),
  'in capital hex': (value) => Buffer.from(value.toWellFormed()).toString('hex').toUpperCase(),
  'in hex pairs': (value) =>
    bytes(value)
      .map((byte) => hex(byte, 2))
      .join(' '),
  'in hex with colons': (value) =>
    bytes(value)
      .map((byte) => hex(byte, 2))
      .join(':'),
  'in a list of hex numbers': (value) =>
    bytes(value)
      .map((byte) => `0x${hex(byte, 2)}`)
      .join(', '),
  'as character codes': (value) => `[${points(value).join(',')}]`,
  'as byte codes': (value) => bytes(value).join(', '),
};

export const SPLIT: Readonly<Record<string, Spell>> = {
  'with zero-width spaces': between('\u200b'),
  'with soft hyphens': between('\u00ad'),
  'with spaces between': between(' '),
  'with spaces without breaks': between('\u00a0'),
  'in spans': (value) => Array.from(value, (c) => `<span>${escapeHtml(c)}</span>`).join(''),
  'in two elements': (value) => {
    const [first, second] = halves(value);
    return `<b class="x">${escapeHtml(first)}</b><i>${escapeHtml(second)}</i>`;
  },
  'in two elements in JSON': (value) => {
    const [first, second] = halves(value);
    return inJson(`<b>${escapeHtml(first)}</b>\n<i>${escapeHtml(second)}</i>`);
  },
  'in two paragraphs': (value) => halves(value).join('\n\n'),
  'in lines of a snapshot': (value) =>
    Array.from(value, (c, i) => `  - generic ${JSON.stringify(c)} [ref=e${String(i)}]`).join('\n'),
  'in two lines of a snapshot': (value) =>
    halves(value)
      .map((half) => `- text: ${half}`)
      .join('\n'),
  'in lines that were folded': (value) => Array.from(value, (c) => `- generic: ${JSON.stringify(c)}`).join(' '),
  'in two lines that were folded': (value) =>
    halves(value)
      .map((half) => `- text: ${half}`)
      .join(' '),
  'in a list of letters': (value) => JSON.stringify(Array.from(value)),
  'in a list of halves': (value) => JSON.stringify(halves(value)),
};

/** Every spelling of a value that is long and mixed enough to be known by its letters. */
export const ALL: Readonly<Record<string, Spell>> = {
  ...PLAIN,
  ...ESCAPED,
  ...PACKED,
  ...SPLIT,
  'from the end': (value) => Array.from(value).reverse().join(''),
  'its first four fifths': (value) => value.slice(0, Math.ceil(value.length * 0.8)),
  'its last four fifths': (value) => value.slice(Math.floor(value.length * 0.2)),
  'cut off': (value) => `${value.slice(0, Math.ceil(value.length * 0.75))}…`,
};

function halves(value: string): [string, string] {
  const all = Array.from(value);
  const middle = Math.floor(all.length / 2);
  return [all.slice(0, middle).join(''), all.slice(middle).join('')];
}

function mailByte(byte: number): string {
  return byte > 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hex(byte, 2).toUpperCase()}`;
}
