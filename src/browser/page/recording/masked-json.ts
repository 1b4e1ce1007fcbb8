import { setImmediate as serveOthers } from 'node:timers/promises';
import { Failure, isList } from '../../../core/index.js';
import type { Json, JsonObject, MaskTexts } from '../../../core/index.js';

/** Every text in the object, masked as answers are: also a secret that goes from one text into the next. */
export function maskObject(value: JsonObject, origin: string | undefined, mask: MaskTexts | undefined): JsonObject {
  if (mask === undefined) return value;
  const texts: string[] = [];
  visitObject(value, (text) => {
    texts.push(text);
    return text;
  });
  const masked = maskTexts(texts, origin, mask);
  let at = 0;
  return visitObject(value, () => masked[at++] ?? '');
}

export function maskTexts(
  texts: readonly string[],
  origin: string | undefined,
  mask: MaskTexts | undefined,
): readonly string[] {
  if (mask === undefined || texts.length === 0) return texts;
  return mask(texts.map((text) => (origin === undefined ? { text } : { text, origin })));
}

type Change = (text: string) => string;

/** The names of members are ours: no page has chosen one. */
function visitObject(value: JsonObject, change: Change): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner, change)]));
}

function visit(value: Json, change: Change): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map((inner) => visit(inner, change)) : visitObject(value, change);
}

/** One piece is masked at a time, and others are served in between: a large text takes seconds. */
const PIECE = 64 * 1024;
/** Longer than any spelling of a secret that goes from one piece into the next. */
const OVERLAP = 8 * 1024;

/**
 * The text of a file once more as a whole, as it will lie on the disk. A secret that only shows there, in a way that
 * cannot be taken out without breaking the file, leaves no file at all.
 */
export async function checkedLines(lines: readonly string[], mask: MaskTexts | undefined): Promise<string> {
  const text = lines.join('\n');
  if (mask === undefined || (await isClean(text, mask))) return text;
  // The end of a piece may look like the beginning of a secret: only the whole text tells.
  const [masked = ''] = mask([{ text }]);
  if (masked === text || masked.split('\n').every(isJson)) return masked;
  throw new Failure('page.secret-shown', 'a secret is in it where it cannot be masked');
}

async function isClean(text: string, mask: MaskTexts): Promise<boolean> {
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(Math.max(0, at - OVERLAP), at + PIECE);
    if (mask([{ text: piece }])[0] !== piece) return false;
    await serveOthers();
  }
  return true;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return line === '';
  }
}
