/**
 * A safe guess at how many o200k tokens a text has: words by length, digits by threes, each sign on its own.
 * Meant to err upwards: a budget that is promised must hold.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let last: Kind = 'other';
  for (let i = 0; i < text.length; i += 1) {
    const kind = kindOf(text.charCodeAt(i));
    if (kind !== last) {
      tokens += costOf(last, run);
      run = 0;
      last = kind;
    }
    run += 1;
  }
  return Math.ceil(tokens + costOf(last, run));
}

type Kind = 'letter' | 'digit' | 'space' | 'sign' | 'other' | 'astral';

function kindOf(code: number): Kind {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter';
  if (code >= 48 && code <= 57) return 'digit';
  if (code === 32 || code === 10) return 'space';
  if (code < 128) return 'sign';
  return code >= 0xd800 && code <= 0xdfff ? 'astral' : 'other';
}

function costOf(kind: Kind, length: number): number {
  switch (kind) {
    case 'letter':
      return Math.ceil(length / 6);
    case 'digit':
      return Math.ceil(length / 3);
    case 'space':
      return length > 1 ? 1 + Math.floor(length / 16) : 0;
    case 'sign':
      return length;
    case 'other':
      return length;
    case 'astral':
      return length * 1.5;
  }
}
