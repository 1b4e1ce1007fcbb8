import type { Readable, Writable } from 'node:stream';
import { Failure } from '../../../core/index.js';

/** A screenshot of a long page, in base64; a line beyond this is no answer. */
const MAX_LINE = 64 * 1024 * 1024;

/** The side program's messages: a notification that the upstream does not know, and passes over. */
const SIDE = 'notifications/gatewright';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The client's side of MCP over a pipe, as far as one program of ours needs it: requests out, answers in, one line each. */
export class UpstreamRpc {
  readonly #to: Writable;
  readonly #onOverflow: () => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #last = 0;
  #closed: Failure | undefined;

  /** What sends without an end is of no use any more: `onOverflow` ends it. */
  constructor(to: Writable, from: Readable, onOverflow: () => void) {
    this.#to = to;
    this.#onOverflow = onOverflow;
    from.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    from.on('close', () => {
      this.close(new Failure('browser.crashed', 'The upstream has ended.'));
    });
  }

  request(method: string, params: object): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string): void {
    this.#send({ method });
  }

  /** Asks our own program in the upstream's process; the upstream itself does not see the request. */
  ask(asked: object): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ method: SIDE, params: { id, asked } });
    });
  }

  close(why: Failure): void {
    this.#closed ??= why;
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
    this.#pieces.length = 0;
  }

  #send(message: object): void {
    if (this.#closed === undefined) this.#to.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #take(chunk: Buffer): void {
    if (this.#closed !== undefined) return;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#pieces.push(chunk.subarray(from, at));
      this.#onLine(Buffer.concat(this.#pieces).toString('utf8'));
      this.#pieces.length = 0;
      this.#length = 0;
      from = at + 1;
    }
    this.#pieces.push(chunk.subarray(from));
    this.#length += chunk.length - from;
    if (this.#length <= MAX_LINE) return;
    this.close(new Failure('browser.crashed', 'The upstream sent a line without an end.'));
    this.#onOverflow();
  }

  #onLine(line: string): void {
    const message = parsed(line);
    if (message === undefined) return;
    if ('method' in message && message.method === SIDE && 'params' in message) this.#settle(message.params);
    else if ('id' in message) this.#onAnswer(message);
  }

  #onAnswer(message: { readonly id: unknown }): void {
    const { id } = message;
    // What it asks of its client (roots, a sampled answer) it does not get: we said that we have nothing of the kind.
    if ('method' in message) {
      this.#send({ id, error: { code: -32601, message: 'not available' } });
      return;
    }
    this.#settle(message);
  }

  #settle(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('id' in message)) return;
    const waiting = typeof message.id === 'number' ? this.#waiting.get(message.id) : undefined;
    if (waiting === undefined || typeof message.id !== 'number') return;
    this.#waiting.delete(message.id);
    if ('result' in message) waiting.resolve(message.result);
    else waiting.reject(new Failure('browser.upstream-failed', 'it did not take the request'));
  }
}

function parsed(line: string): object | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
