import { dropInvisible } from '../../core/index.js';

/** Bytes, so that a number and an ending still fit into the 255 that file systems have. */
const MAX_LENGTH = 120;
const MAX_ENDING = 12;
// Devices on Windows under any ending, and files that its folders obey.
const RESERVED =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$|desktop|thumbs)$/iu;

/**
 * A file name that is only that, from one that a page suggests: no folder, no hidden file, no option, no device,
 * nothing that turns the reading order round. Never empty.
 */
export function safeName(suggested: string): string {
  const [last = ''] = suggested
    .slice(0, 1000)
    .normalize('NFKC')
    .split(/[/\\:]/u)
    .slice(-1);
  const plain = dropInvisible(last)
    .replace(/[^\p{L}\p{M}\p{N}._()-]+/gu, '_')
    // A mark without a letter before it would sit on whatever is printed before the name.
    .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
    .replace(/\p{M}{3,}/gu, '')
    .replace(/^[.\-_\s]+|[._\s]+$/gu, '');
  const dot = plain.lastIndexOf('.');
  const hasEnding = dot > 0 && plain.length - dot - 1 <= MAX_ENDING;
  const [stem, ending] = hasEnding ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  const [head = ''] = stem.split('.');
  const safe = RESERVED.test(head) ? `file_${stem}` : stem;
  return `${cut(safe) || 'file'}${ending}`;
}

/** The n-th name of the same kind: `report.pdf`, `report-2.pdf`. */
export function numbered(name: string, n: number): string {
  if (n <= 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${String(n)}${name.slice(dot)}` : `${name}-${String(n)}`;
}

/** Whole characters, as many as fit. */
function cut(text: string): string {
  let kept = '';
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > MAX_LENGTH) break;
    kept += letter;
  }
  return kept.replace(/[.\s]+$/u, '');
}
