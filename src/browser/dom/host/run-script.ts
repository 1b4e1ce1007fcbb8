import type { CDPSession } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { cutPageText, Failure } from '../../../core/index.js';
import { isFields } from '../../cdp/message-fields.js';
import { CALL_MILLISECONDS } from './answer-deadline.js';
import type { World } from './world.js';

/** A script's value is cut in the page: more than is shown of it, so that it can be masked before it is cut for good. */
const MAX_VALUE = 120_000;
const MAX_ERROR = 20_000;

/** What a script came to. Every string is the page's. */
export type ScriptOutcome =
  { readonly text: string; readonly length: number } | { readonly error: string } | { readonly isLate: true };

/**
 * JSON of a value, cut to `max` characters. It runs in the page's own world, where a page may have patched everything:
 * it can only make a wrong text of it, and that text is the page's anyway.
 */
const DESCRIBE = `async function (max) {
  let value = await this.value;
  if (typeof value === 'function') value = await value();
  const seen = new Set();
  const plain = (key, one) => {
    if (typeof one === 'bigint') return one + 'n';
    if (typeof one === 'function' || typeof one === 'symbol') return '[' + String(typeof one) + ']';
    if (typeof one !== 'object' || one === null) return one;
    if (one instanceof Node) return '[' + one.nodeName.toLowerCase() + (one.id ? '#' + one.id : '') + ']';
    if (one instanceof Error) return '[' + one.name + ': ' + one.message + ']';
    if (seen.has(one)) return '[seen above]';
    seen.add(one);
    if (one instanceof Map || one instanceof Set) return [...one];
    if (one instanceof NodeList || one instanceof HTMLCollection) return [...one];
    return one;
  };
  const text = value === undefined ? 'undefined' : String(JSON.stringify(value, plain));
  return { text: text.slice(0, max), length: text.length };
}`;

interface Sender {
  send<T>(work: Promise<T>, milliseconds?: number): Promise<T>;
}

/** Scripts of the agent's, in the documents of one CDP session. */
export class FrameScripts {
  readonly #cdp: CDPSession;
  readonly #sender: Sender;
  readonly #pageWorld: (frameId: string) => number | undefined;

  constructor(cdp: CDPSession, sender: Sender, pageWorld: (frameId: string) => number | undefined) {
    this.#cdp = cdp;
    this.#sender = sender;
    this.#pageWorld = pageWorld;
  }

  /** As the document itself says, in our own world; `null` for one that has none. */
  async originOf(world: World): Promise<string> {
    const { result } = await this.#sender.send(
      this.#cdp.send('Runtime.evaluate', { expression: 'self.origin', contextId: world.id, returnByValue: true }),
    );
    return typeof result.value === 'string' ? result.value : 'null';
  }

  /** In the page's own world. */
  run(frameId: string, script: string, timeoutMs: number): Promise<ScriptOutcome> {
    const contextId = this.#pageWorld(frameId);
    if (contextId === undefined) throw new Failure('browser.stale-ref', 'the document is gone');
    return this.#sender.send(runScript(this.#cdp, contextId, script, timeoutMs), timeoutMs + CALL_MILLISECONDS);
  }
}

/**
 * Runs a script in a page's own world, first as an expression and, where that is no syntax, as statements. The answer is
 * an object and not the value: a primitive would be sent whole, however long.
 */
async function runScript(
  cdp: CDPSession,
  contextId: number,
  script: string,
  timeoutMs: number,
): Promise<ScriptOutcome> {
  const until = Date.now() + timeoutMs;
  const begin = (expression: string) =>
    cdp.send('Runtime.evaluate', { expression, contextId, timeout: timeoutMs, userGesture: false });
  const started = await beginEither(begin, script);
  if (started === 'terminated') return { isLate: true };
  const { objectId } = started.result;
  if (objectId === undefined || started.exceptionDetails !== undefined) return { error: errorText(started) };
  const described = cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: DESCRIBE,
    arguments: [{ value: MAX_VALUE + 1 }],
    awaitPromise: true,
    returnByValue: true,
  });
  const over = new AbortController();
  const late = wait(Math.max(1, until - Date.now()), undefined, { signal: over.signal });
  try {
    const answer = await Promise.race([described, late]);
    if (answer === undefined) return { isLate: true };
    if (answer.exceptionDetails !== undefined) return { error: errorText(answer) };
    return readValue(answer.result.value);
  } finally {
    over.abort();
    late.catch(() => undefined);
    described.catch(() => undefined);
    cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  }
}

interface Thrown {
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly className?: string; readonly description?: string; readonly value?: unknown };
  };
}

/** A parse error of the whole script: none of it has run. A script that throws one later rejects its promise. */
function isSyntaxError({ exceptionDetails }: Thrown): boolean {
  return exceptionDetails?.exception?.className === 'SyntaxError';
}

/** `terminated`: it ran until its time was over. */
async function beginEither<T extends Thrown>(
  begin: (expression: string) => Promise<T>,
  script: string,
): Promise<T | 'terminated'> {
  try {
    const started = await begin(`({ value: (async () => (\n${script}\n))() })`);
    if (!isSyntaxError(started)) return started;
    return await begin(`({ value: (async () => (0, eval)(${JSON.stringify(script)}))() })`);
  } catch (error) {
    if (error instanceof Error && /terminated/iu.test(error.message)) return 'terminated';
    throw error;
  }
}

function errorText({ exceptionDetails }: Thrown): string {
  const thrown = exceptionDetails?.exception;
  const said: unknown = thrown?.description ?? thrown?.value;
  return cutPageText(typeof said === 'string' ? said : (exceptionDetails?.text ?? ''), MAX_ERROR);
}

function readValue(value: unknown): ScriptOutcome {
  if (!isFields(value)) return { error: 'the page answered with something else' };
  const { text, length } = value;
  if (typeof text !== 'string' || typeof length !== 'number') return { error: 'the page answered with something else' };
  return { text: cutPageText(text, MAX_VALUE), length };
}
