import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { ERRORS, Failure, onePageLine } from '../core/index.js';
import type { AnswerPlugin, ErrorCode, Json, JsonObject } from '../core/index.js';
import { PluginLines } from './plugin-lines.js';
import { readMessage } from './plugin-message.js';
import type { PluginMessage } from './plugin-message.js';

export interface PluginLimits {
  /** From its start to its first line. */
  readonly startMs: number;
  /** From a call to its answer. */
  readonly callMs: number;
}

export const PLUGIN_LIMITS: PluginLimits = { startMs: 10_000, callMs: 10_000 };

const MAX_LINE_BYTES = 1_000_000;
const MAX_CALL_BYTES = 8_000_000;
const MAX_ASKS = 100;

interface OpenCall {
  readonly id: string;
  readonly answer: AnswerPlugin;
  readonly resolve: (value: Json) => void;
  readonly reject: (failure: Failure) => void;
  lastAsk: number;
  isAsking: boolean;
}

interface PluginStart {
  readonly namespace: string;
  readonly command: readonly string[];
  readonly limits: PluginLimits;
  /** The plugin ended by its own fault; `why` is our text, not the plugin's. */
  readonly onFault: (why: string) => void;
}

/** One process of a plugin, and the protocol with it: JSON lines over its stdin and stdout, one call at a time. */
export class PluginProcess {
  readonly #start: PluginStart;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines = new PluginLines(MAX_LINE_BYTES);
  readonly ready: Promise<void>;
  #becomeReady: (how?: Failure) => void = () => undefined;
  #isReady = false;
  #bytes = 0;
  #open: OpenCall | undefined;
  #ended = false;

  constructor(start: PluginStart) {
    this.#start = start;
    const [program = '', ...args] = start.command;
    // A group of its own, so that whatever it started ends with it; an empty environment; nobody reads its stderr.
    this.#child = spawn(program, args, { env: {}, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fail('plugin.late', `it was not ready within ${String(start.limits.startMs)} ms`);
      }, start.limits.startMs);
      this.#becomeReady = (how) => {
        clearTimeout(timer);
        if (how === undefined) resolve();
        else reject(how);
      };
    });
    this.ready.catch(() => undefined);
    this.#child.on('error', () => {
      this.#fail('plugin.crashed', 'it could not be started');
    });
    this.#child.on('exit', (code, signal) => {
      this.#fail('plugin.crashed', `it ended by itself (${signal ?? String(code)})`);
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#read(chunk);
    });
    // The server does not stay for it.
    this.#child.unref();
  }

  get isOver(): boolean {
    return this.#ended;
  }

  get isBusy(): boolean {
    return this.#open !== undefined;
  }

  async call(tool: string, args: JsonObject, answer: AnswerPlugin, signal: AbortSignal): Promise<Json> {
    await this.ready;
    if (this.#ended) throw new Failure('plugin.crashed');
    if (this.#open !== undefined) throw new Failure('call.busy');
    // Random: a plugin can answer no call that it was not given.
    const id = randomBytes(12).toString('hex');
    const late = (): void => {
      this.#fail('plugin.late', 'it did not answer in time');
    };
    const timer = setTimeout(late, this.#start.limits.callMs);
    signal.addEventListener('abort', late, { once: true });
    try {
      return await new Promise<Json>((resolve, reject) => {
        this.#bytes = 0;
        this.#open = { id, answer, resolve, reject, lastAsk: 0, isAsking: false };
        this.#send({ call: id, tool, args });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', late);
      this.#open = undefined;
    }
  }

  /** No fault of its own: it is not needed any more. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#becomeReady(new Failure('plugin.crashed'));
    this.#open?.reject(new Failure('plugin.crashed'));
    this.#child.stdout.destroy();
    this.#child.stdin.destroy();
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The group has ended by itself.
    }
  }

  #fail(code: ErrorCode, why: string): void {
    if (this.#ended) return;
    this.#becomeReady(new Failure(code, why));
    this.#open?.reject(new Failure(code, why));
    this.end();
    this.#start.onFault(why);
  }

  #send(said: JsonObject): void {
    if (!this.#ended) this.#child.stdin.write(`${JSON.stringify(said)}\n`);
  }

  #read(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_CALL_BYTES) {
      this.#fail('plugin.crashed', 'it wrote too much');
      return;
    }
    const lines = this.#lines.push(chunk);
    if (lines === undefined) this.#fail('plugin.crashed', 'it wrote a line that is too long');
    for (const line of lines ?? []) {
      if (this.#ended) return;
      const said = readMessage(line);
      const fault = said === undefined ? 'it wrote what is no message of the protocol' : this.#take(said);
      if (fault !== undefined) this.#fail('plugin.crashed', fault);
    }
  }

  /** What is wrong with the message, or undefined. */
  #take(said: PluginMessage): string | undefined {
    if (said.kind === 'ready') {
      if (this.#isReady) return 'it said twice that it is ready';
      if (said.namespace !== this.#start.namespace) return 'it gave another namespace than its manifest';
      this.#isReady = true;
      this.#becomeReady();
      return undefined;
    }
    const open = this.#open;
    if (open?.id !== said.call) return 'it answered a call that is not open';
    if (open.isAsking) return 'it went on before it had the answer of a port';
    if (said.kind === 'ask') return this.#ask(open, said);
    this.#open = undefined;
    if (said.kind === 'result') open.resolve(said.result);
    else
      open.reject(
        new Failure('plugin.failed', undefined, {
          origin: `plugin:${this.#start.namespace}`,
          text: onePageLine(said.error, 500),
        }),
      );
    return undefined;
  }

  #ask(open: OpenCall, { ask, port, args }: Extract<PluginMessage, { kind: 'ask' }>): string | undefined {
    if (ask !== open.lastAsk + 1) return 'it did not number what it asked';
    if (ask > MAX_ASKS) return 'it asked its ports too often';
    open.lastAsk = ask;
    open.isAsking = true;
    const tell = (answer: JsonObject): void => {
      open.isAsking = false;
      if (this.#open === open) this.#send({ call: open.id, answer: ask, ...answer });
    };
    open.answer(port, args).then(
      (value) => {
        tell({ value });
      },
      (error: unknown) => {
        const code: ErrorCode = error instanceof Failure ? error.code : 'internal.fault';
        tell({ error: { code, says: ERRORS[code].says } });
      },
    );
    return undefined;
  }
}
