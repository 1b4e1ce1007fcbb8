/** A stretch of the text that gives way to a name. Stretches are in order and do not overlap. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Overlapping matches become one, with the name of the longest: no tail of a longer secret is left. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const sorted = [...stretches].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Stretch[] = [];
  let longest = 0;
  for (const next of sorted) {
    const latest = merged.at(-1);
    const size = next.end - next.start;
    if (latest === undefined || next.start >= latest.end) {
      merged.push(next);
      longest = size;
      continue;
    }
    const name = size > longest ? next.name : latest.name;
    longest = Math.max(longest, size);
    merged[merged.length - 1] = { start: latest.start, end: Math.max(latest.end, next.end), name };
  }
  return merged;
}

/** The text of all segments is one text with line ends between; each keeps its own part, without the stretches. */
export function replaceInSegments(segments: readonly string[], stretches: readonly Stretch[]): string[] {
  let begin = 0;
  let next = 0;
  return segments.map((segment) => {
    const end = begin + segment.length;
    const pieces: string[] = [];
    let done = begin;
    for (; next < stretches.length; next += 1) {
      const stretch = stretches[next];
      if (stretch === undefined || stretch.start >= end) break;
      pieces.push(segment.slice(done - begin, Math.max(done, stretch.start) - begin));
      // In the segments after its first one, nothing stands for it.
      if (stretch.start >= begin) pieces.push(`<${stretch.name}>`);
      done = Math.min(end, Math.max(done, stretch.end));
      if (stretch.end > end) break;
    }
    pieces.push(segment.slice(done - begin));
    begin = end + 1;
    return pieces.join('');
  });
}

export function replaceInText(text: string, stretches: readonly Stretch[]): string {
  const replaced = replaceInSegments([text], stretches)[0] ?? '';
  // A secret in pieces can take commas and brackets with it; what was JSON stays JSON.
  if (!/^\s*[[{"]/u.test(text) || isJson(replaced) || !isJson(text)) return replaced;
  const piecewise = replaceInTokens(text, stretches);
  return isJson(piecewise) ? piecewise : JSON.stringify(stretches.map(({ name }) => `<${name}>`).join(' '));
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[-+.\w]+/gsu;

/** Only what is in strings and numbers gives way: the first piece to the name, the others to nothing. */
function replaceInTokens(text: string, stretches: readonly Stretch[]): string {
  const named = new Set<Stretch>();
  let next = 0;
  return text.replace(TOKENS, (token: string, at: number) => {
    const end = at + token.length;
    while ((stretches[next]?.end ?? Infinity) <= at) next += 1;
    const own: Stretch[] = [];
    for (let i = next; (stretches[i]?.start ?? Infinity) < end; i += 1) own.push(...stretches.slice(i, i + 1));
    if (own.length === 0) return token;
    const nameOf = (stretch: Stretch): string => (named.has(stretch) ? '' : `<${stretch.name}>`);
    const pieces: string[] = [];
    const isString = token.startsWith('"');
    let done = isString ? at + 1 : end;
    for (const stretch of own) {
      pieces.push(text.slice(done, Math.max(done, Math.min(stretch.start, end - 1))), nameOf(stretch));
      done = Math.max(done, Math.min(stretch.end, end - 1));
      named.add(stretch);
    }
    if (!isString) return pieces.join('') === '' ? '0' : JSON.stringify(pieces.join(''));
    return `"${pieces.join('')}${text.slice(done, end)}`;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
