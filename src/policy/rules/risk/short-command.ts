import { findMeanings } from './find-meanings.js';
import { labelIntent } from './label-intent.js';
import { readLabel } from './read-label.js';
import type { ReadLabel } from './read-label.js';

const MAX_ERASING_WORDS = 4;
const MAX_SENDING_WORDS = 2;

/**
 * Is the whole of it a command, as in a menu? An item of a list or a cell of a table may as well be a message or a thing to
 * do: "Buy milk".
 */
export function isShortCommand(label: string): boolean {
  return readLabel(label).some((read) => {
    const count = read.text === '' ? read.words.length : Math.ceil(read.text.length / 2);
    const intent = labelIntent(label, 'link');
    if (intent === 'erase' || intent === 'close-account') return count <= MAX_ERASING_WORDS;
    if (intent === 'send' || intent === 'change-others') return count <= MAX_SENDING_WORDS;
    return intent === 'pay' && (read.text === '' ? isAllKnown(read) : count <= MAX_SENDING_WORDS);
  });
}

function isAllKnown(read: ReadLabel): boolean {
  const hits = [...findMeanings(read, true).values()].flat();
  return read.words.every((_, at) => hits.some(({ start, end }) => start <= at && at < end));
}
