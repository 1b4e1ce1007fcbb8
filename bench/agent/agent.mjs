import { isDeepStrictEqual } from 'node:util';
import { countTokens } from '../count-tokens.mjs';
import { matchLine } from './match-line.mjs';

/** @typedef {import('./types.js').Line} Line */
/** @typedef {import('./types.js').Want} Want */
/** @typedef {import('../types.js').ToolCall} ToolCall */

const MAX_CALLS = 40;
const MAX_LOOKS = 3;
// A model takes seconds between two calls; pages with short timers must not see a faster agent than there is.
const THINK_MS = 300;

/** Thrown when a sensible agent would not know how to go on. */
export class GaveUp extends Error {}

/**
 * The same agent for every server. It reads each answer, and pays for a snapshot only when the answers that it has do
 * not hold what it needs next.
 *
 * @param {import('../types.js').Connection} connection
 * @param {import('./types.js').Adapter} adapter
 * @param {string} url
 * @param {(line: string) => void} trace
 */
export function createAgent(connection, adapter, url, trace) {
  /** @type {import('./types.js').Step[]} */
  const steps = [];
  /** Newest first; a snapshot replaces what was known. @type {Line[][]} */
  let answers = [];

  /** @param {ToolCall} toolCall */
  async function call(toolCall) {
    if (steps.length >= MAX_CALLS) throw new GaveUp(`more than ${String(MAX_CALLS)} calls`);
    if (steps.length > 0) await new Promise((done) => setTimeout(done, THINK_MS));
    const answer = await connection.ask(toolCall);
    steps.push({
      tool: toolCall.name,
      ms: answer.ms,
      textTokens: countTokens(answer.plain),
      hostTokens: countTokens(answer.text),
      isFailed: answer.isFailed,
    });
    trace(`> ${toolCall.name} ${JSON.stringify(toolCall.arguments)}\n${answer.plain}\n`);
    if (!answer.isFailed) answers.unshift(adapter.readLines(answer.plain));
    return answer;
  }

  /** @param {readonly ToolCall[]} calls @returns {Promise<string | undefined>} why it failed */
  async function callAll(calls) {
    for (const one of calls) {
      const answer = await call(one);
      if (answer.isFailed) return answer.plain;
    }
    return undefined;
  }

  /** @returns {Promise<boolean>} whether it shows anything that the answer before it did not */
  async function look() {
    const before = answers[0];
    const { isFailed, plain } = await call(adapter.snapshot());
    if (isFailed) throw new GaveUp(plain);
    answers = answers.slice(0, 1);
    return !isDeepStrictEqual(before, answers[0]);
  }

  /** @type {import('./types.js').Agent['read']} */
  async function read(reading) {
    for (let looks = 0, isChanged = true; ; looks += 1) {
      const found = reading(answers[0] ?? []);
      if (found !== undefined) return found;
      if (looks === MAX_LOOKS || !isChanged) throw new GaveUp('what was needed was not on the page');
      isChanged = await look();
    }
  }

  /** @type {import('./types.js').Agent['find']} */
  async function find(want) {
    const known = answers.map((lines) => matchLine(lines, want)).find((line) => line !== undefined);
    return known ?? findNew(want);
  }

  /** @type {import('./types.js').Agent['findNew']} */
  async function findNew(want) {
    try {
      return await read((lines) => matchLine(lines, want));
    } catch (error) {
      throw error instanceof GaveUp ? new GaveUp(`${error.message}: ${String(want.text)}`) : error;
    }
  }

  /**
   * A refused ref is looked up once more, in a new snapshot.
   *
   * @param {Want} want
   * @param {boolean} isNew
   * @param {(ref: string) => ToolCall[]} callsFor
   */
  async function act(want, isNew, callsFor) {
    const line = await (isNew ? findNew(want) : find(want));
    const problem = await callAll(callsFor(refOf(line)));
    if (problem === undefined) return;
    await look();
    const again = await callAll(callsFor(refOf(await findNew(want))));
    if (again !== undefined) throw new GaveUp(again);
  }

  /** @param {string} key @param {boolean} isLooking */
  async function press(key, isLooking) {
    const problem = await callAll([adapter.press(key, isLooking)]);
    if (problem !== undefined) throw new GaveUp(problem);
  }

  /** @type {import('./types.js').Agent} */
  const agent = {
    async open() {
      const problem = await callAll([adapter.open(url)]);
      if (problem !== undefined) throw new GaveUp(problem);
    },
    known: () => answers.flat(),
    find,
    findNew,
    read,
    click: (want, { look: isLooking = false, isNew = false } = {}) =>
      act(want, isNew, (ref) => [adapter.click(ref, isLooking)]),
    type: (want, text, { isNew = false, ...typing } = {}) => act(want, isNew, (ref) => adapter.type(ref, text, typing)),
    async tryType(want, text, typing) {
      const ref = matchLine(answers.flat(), want)?.ref;
      return ref !== undefined && (await callAll(adapter.type(ref, text, typing))) === undefined;
    },
    typePassword: (want, value) =>
      act(want, true, (ref) => adapter.typePassword?.(ref, value, new URL(url).origin) ?? adapter.type(ref, value, {})),
    async typeAtFocus(text, typing = {}) {
      const calls = adapter.typeAtFocus?.(text, typing);
      if (calls !== undefined && (await callAll(calls)) === undefined) return;
      const keys = [...text].map((letter) => (letter === ' ' ? 'Space' : letter));
      if (typing.submit === true) keys.push('Enter');
      for (const [i, key] of keys.entries()) await press(key, typing.look === true && i === keys.length - 1);
    },
    press: (key, { look: isLooking = false } = {}) => press(key, isLooking),
  };
  return { agent, steps };
}

/** @param {import('./types.js').Match} line */
function refOf({ ref, refAround, text }) {
  const target = ref ?? refAround;
  if (target === undefined) throw new GaveUp(`nothing to point at in: ${text.slice(0, 100)}`);
  return target;
}
