import { Base64Runs } from './base64-runs.js';
import type { Base64Reading } from './base64-runs.js';
import { CodeWords, DIGIT, HEX_LETTER, LETTER } from './code-words.js';
import { Units } from './view.js';
import type { View } from './view.js';

export interface Unpacked {
  /** All runs of base64, hex and character codes, decoded at every offset at which they could begin. */
  readonly all: View;
  /** The longer runs, decoded from where they seem to begin, to be decoded once more. */
  readonly aligned: View;
}

const BASE64_MARK = 8;
const SURELY_HEX = 24;
const CLASSES = new Uint8Array(65536);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/\d/u.test(character)) CLASSES[code] = DIGIT;
  else if (/[a-f]/iu.test(character)) CLASSES[code] = HEX_LETTER;
  else if (/[g-z]/iu.test(character)) CLASSES[code] = LETTER;
  else if (/[-+/_]/u.test(character)) CLASSES[code] = BASE64_MARK;
}

/** `phases` says at how many digits of a run of base64 its first byte may begin. */
export function unpack(view: View, reading: Base64Reading, phases: 1 | 4): Unpacked {
  const all = new Units(64);
  const aligned = new Units(64);
  const runs = new Base64Runs(view, reading, phases, all, aligned);
  const words = new CodeWords(view, reading.isWide, all, aligned);
  const { codes, length } = view;
  for (let run = 0; run < length; run += 1) {
    if (CLASSES[codes[run] ?? 0] === 0) continue;
    let [end, word, kinds, allKinds] = [run, run, 0, 0];
    for (let kind = 0; end < length && (kind = CLASSES[codes[end] ?? 0] ?? 0) !== 0; end += 1) {
      allKinds |= kind;
      if (kind !== BASE64_MARK) {
        kinds |= kind;
        continue;
      }
      if (end > word) words.add(word, end, kinds);
      word = end + 1;
      kinds = 0;
    }
    if (end > word) words.add(word, end, kinds);
    // A long run of hex digits is hex: as base64 it would say nothing that anybody types.
    const isHex = allKinds <= (DIGIT | HEX_LETTER) && end - run >= SURELY_HEX;
    if (!isHex) runs.add(run, end, codes[end] === 10 || codes[end] === 13);
    run = end;
  }
  runs.end();
  words.end();
  return { all, aligned };
}
