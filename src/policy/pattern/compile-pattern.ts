import { parsePattern, PatternError } from './parse-pattern.js';
import type { Node, PatternPosition } from './parse-pattern.js';

type Step =
  | { readonly do: 'match' }
  | { readonly do: 'read'; readonly matches: (character: string) => boolean; readonly next: number }
  | { readonly do: 'at'; readonly place: PatternPosition; readonly next: number }
  | { readonly do: 'fork'; next: readonly number[] };

/** Does the pattern match anywhere in the text? */
export type CompiledPattern = (text: string) => boolean;

const MAX_STEPS = 1000;
const WORD = /^\w$/u;

/**
 * A matcher that takes time in proportion to the text, whatever the pattern: it follows all ways through the pattern at
 * once (Thompson's construction) instead of trying one after the other.
 */
export function compilePattern(text: string): CompiledPattern {
  const steps: Step[] = [{ do: 'match' }];
  const first = addNode(steps, parsePattern(text), 0);
  return (subject) => runPattern(steps, first, subject);
}

/** The steps of `node`, followed by `next`. They are added from the end to the beginning. */
function addNode(steps: Step[], node: Node, next: number): number {
  switch (node.kind) {
    case 'one':
      return add(steps, { do: 'read', matches: node.matches, next });
    case 'at':
      return add(steps, { do: 'at', place: node.place, next });
    case 'sequence':
      return node.parts.reduceRight((after, part) => addNode(steps, part, after), next);
    case 'choice':
      return add(steps, { do: 'fork', next: node.of.map((way) => addNode(steps, way, next)) });
    case 'repeat':
      return addRepeat(steps, node, next);
  }
}

function addRepeat(steps: Step[], { node, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number {
  let after = next;
  if (max === Infinity) {
    const loop: Step = { do: 'fork', next: [] };
    after = add(steps, loop);
    loop.next = [addNode(steps, node, after), next];
  } else {
    for (let i = min; i < max; i++) after = add(steps, { do: 'fork', next: [addNode(steps, node, after), next] });
  }
  for (let i = 0; i < min; i++) after = addNode(steps, node, after);
  return after;
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= MAX_STEPS) throw new PatternError('is too large: repeat less');
  return steps.push(step) - 1;
}

function runPattern(steps: readonly Step[], first: number, text: string): boolean {
  const characters = Array.from(text);
  /** The position at which a step was last reached: each is followed once per position. */
  const reached = new Int32Array(steps.length).fill(-1);
  let reading: number[] = [];
  for (let at = 0; at <= characters.length; at++) {
    const character = characters[at];
    const ways = [first];
    for (const index of reading) {
      const step = steps[index];
      const previous = characters[at - 1];
      if (step?.do === 'read' && previous !== undefined && step.matches(previous)) ways.push(step.next);
    }
    reading = [];
    for (let index = ways.pop(); index !== undefined; index = ways.pop()) {
      const step = steps[index];
      if (step === undefined || reached[index] === at) continue;
      reached[index] = at;
      if (step.do === 'match') return true;
      if (step.do === 'read') reading.push(index);
      else if (step.do === 'fork') ways.push(...step.next);
      else if (isAt(step.place, characters[at - 1], character)) ways.push(step.next);
    }
  }
  return false;
}

function isAt(place: PatternPosition, before: string | undefined, after: string | undefined): boolean {
  switch (place) {
    case 'start':
      return before === undefined;
    case 'end':
      return after === undefined;
    case 'line-start':
      return before === undefined || before === '\n';
    case 'line-end':
      return after === undefined || after === '\n';
    case 'word-edge':
      return isWord(before) !== isWord(after);
    case 'no-word-edge':
      return isWord(before) === isWord(after);
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}
