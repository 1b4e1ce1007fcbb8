/**
 * A safe guess at how many o200k tokens a text has: words by length, digits by threes, each sign on its own.
 * Meant to err upwards: a budget that is promised must hold.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let last: Kind = 'sign';
  for (let i = 0; i < text.length; i += 1) {
    const kind = kindOf(text.charCodeAt(i));
    // A capital begins a word; several are a word of their own.
    const goesOn = kind === last || (last === 'upper' && kind === 'lower' && run === 1);
    if (!goesOn) {
      tokens += costOf(last, run, kind);
      run = 0;
    }
    last = kind;
    run += 1;
  }
  return Math.ceil(tokens + costOf(last, run, 'sign'));
}

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'sign' | 'other' | 'astral';

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  if (code >= 48 && code <= 57) return 'digit';
  if (code === 32 || code === 10) return 'space';
  if (code < 128) return 'sign';
  return code >= 0xd800 && code <= 0xdfff ? 'astral' : 'other';
}

/** Of a word of plain letters, by its length: common words of up to ten letters are one token each. */
const WORD = [0, 1, 1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8];

function costOf(kind: Kind, length: number, next: Kind): number {
  switch (kind) {
    case 'lower':
      // Letters that run into digits or capitals are codes, not words.
      if (next === 'digit' || next === 'upper') return Math.ceil(length / 2);
      return WORD[length] ?? Math.ceil(length / 4);
    case 'upper':
      return Math.ceil(length / 2);
    case 'digit':
      return Math.ceil(length / 3);
    case 'space':
      // A space is part of the word that follows, but not of a number.
      return (length > 1 ? 1 + Math.floor(length / 16) : 0) + (next === 'digit' ? 1 : 0);
    case 'sign':
      // Signs that stand together are often one token, but for odd heaps of them.
      return length === 2 ? 1.6 : length;
    case 'other':
      return length;
    case 'astral':
      return length * 1.5;
  }
}
