import {
  AMPERSAND,
  BACKSLASH,
  BYTE,
  EQUALS,
  KEEPS_LAST,
  NO_ESCAPE,
  PERCENT,
  POINT,
  UNDECIDED,
  readAmpersand,
  readBackslash,
  readCssBackslash,
  readEquals,
  readPercent,
} from './escapes.js';
import { BREAK, Units } from './view.js';
import type { View } from './view.js';

type Read = (codes: Uint16Array, at: number, size: number) => number;
interface Escape {
  readonly begin: number;
  readonly read: Read;
}

const COMMON: readonly Escape[] = [
  { begin: PERCENT, read: readPercent },
  { begin: AMPERSAND, read: readAmpersand },
  { begin: BACKSLASH, read: readBackslash },
];
const RARE: readonly Escape[] = [
  { begin: BACKSLASH, read: readCssBackslash },
  { begin: EQUALS, read: readEquals },
];
/** No escape that we read is longer. */
const REACH = 20;
const MAX_LEVELS = 3;
/** More ways to read a text than this are there only if somebody made it so. */
const MAX_VIEWS = 40;

/**
 * The text with one kind of escape undone, once; and those readings in turn, some levels deep. A secret that looks like
 * an escape itself cannot be compared when everything is decoded: at one of these levels it stands as it is.
 */
export function partialReadings(raw: View): View[] {
  const views: View[] = [];
  let level: View[] = [raw];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const escapes = depth === 0 ? [...COMMON, ...RARE] : COMMON;
    level = level.flatMap((view) => escapes.flatMap((escape) => decodeOnce(view, escape) ?? []));
    level.length = Math.min(level.length, MAX_VIEWS - views.length);
    views.push(...level);
  }
  return views;
}

function decodeOnce(view: View, { begin, read }: Escape): View | undefined {
  const { starts, ends, length } = view;
  if (!view.codes.subarray(0, length).includes(begin)) return undefined;
  // One more unit, because the end of the text may end an escape.
  const codes = new Uint16Array(length + 1);
  codes.set(view.codes.subarray(0, length));
  codes[length] = BREAK;
  const out = new Units(length);
  let hasDecoded = false;
  for (let i = 0; i < length;) {
    const [result, size] = codes[i] === begin ? escapeAt(codes, i, read) : [NO_ESCAPE, 1];
    const start = starts[i] ?? 0;
    const end = ends[i + size - 1] ?? 0;
    if (result < 0) out.add(codes[i] ?? 0, start, end);
    else if ((result & BYTE) !== 0) out.addByte(result & POINT, start, end);
    else out.addPoint(result & POINT, start, end);
    hasDecoded ||= result >= 0;
    i += size;
  }
  return hasDecoded ? out : undefined;
}

/** What it means, and how many units it takes. */
function escapeAt(codes: Uint16Array, at: number, read: Read): readonly [number, number] {
  for (let size = 2; size <= REACH && at + size <= codes.length; size += 1) {
    const result = read(codes, at, size);
    if (result === UNDECIDED) continue;
    if (result === NO_ESCAPE) break;
    return [result, (result & KEEPS_LAST) === 0 ? size : size - 1];
  }
  return [NO_ESCAPE, 1];
}
