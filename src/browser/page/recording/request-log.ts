import type { Page as PlaywrightPage, Request, WebSocket } from 'playwright-core';
import { cutPageText } from '../../../core/index.js';
import { ifInTime } from '../call-time.js';
import { readBodies } from './read-bodies.js';
import type { BodyBudget, RecordedBodies } from './read-bodies.js';
import { recordedHeaders, recordedQuery, recordedUrl, wholeOrLeftOut } from './recorded-parts.js';
import type { RecordedPair } from './recorded-parts.js';
import { originOf } from '../shown-url.js';

const MAX_REQUESTS = 2_000;
const MAX_SOCKETS = 100;
const MAX_MESSAGES = 1_000;
/** Cut once more, after it was masked. */
const MAX_TEXT = 2_000;
const MAX_LINES = 500;
/** Of all that is kept but bodies, in characters: masking takes half a second for each million. */
const MAX_KEPT = 3_000_000;
const READ_MS = 2_000;

/** Facts alone: a request that is held keeps its body in memory, however large the page made it. */
export interface LoggedRequest {
  readonly tab: string;
  readonly startedAt: number;
  readonly origin: string;
  readonly method: string;
  readonly type: string;
  readonly url: string;
  readonly query: readonly RecordedPair[];
  readonly headers: readonly RecordedPair[];
  readonly sent: number;
  readonly sentType: string;
  answer?: LoggedAnswer;
}

export interface LoggedAnswer {
  readonly timing?: ReturnType<Request['timing']>;
  readonly failed?: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: readonly RecordedPair[];
  readonly mimeType?: string;
  readonly redirect?: string;
  readonly size?: number;
  readonly bodies?: RecordedBodies;
}

export interface LoggedSocket {
  readonly tab: string;
  readonly startedAt: number;
  readonly url: string;
  readonly messages: {
    readonly type: 'send' | 'receive';
    readonly at: number;
    readonly text: string | undefined;
    readonly size: number;
  }[];
}

export interface LoggedLine {
  readonly tab: string;
  readonly at: number;
  readonly level: string;
  readonly text: string;
  readonly url: string;
}

/** What the pages of a session sent, received and logged while it is recorded, within limits that no page can move. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly sockets: LoggedSocket[] = [];
  readonly lines: LoggedLine[] = [];
  dropped = 0;
  readonly #of = new WeakMap<Request, LoggedRequest>();
  readonly #pending = new Set<Promise<void>>();
  readonly #leave: (() => void)[] = [];
  readonly #isDeaf: () => boolean;
  readonly #budget: BodyBudget | undefined;
  #messages = 0;
  #kept = 0;

  /** `isDeaf`: a person is at it, or the recording is over. Without a budget no body is read. */
  constructor(isDeaf: () => boolean, budget: BodyBudget | undefined) {
    this.#isDeaf = isDeaf;
    this.#budget = budget;
  }

  attach(page: PlaywrightPage, tab: string): void {
    const started = (request: Request): void => {
      this.#started(request, tab);
    };
    const ended = (request: Request): void => {
      this.#ended(request);
    };
    const socket = (opened: WebSocket): void => {
      this.#opened(opened, tab);
    };
    const logged = (message: { type(): string; text(): string; location(): { url: string } }): void => {
      if (this.#isDeaf() || this.lines.length >= MAX_LINES || this.#kept > MAX_KEPT) return;
      const text = cutPageText(message.text(), MAX_TEXT);
      this.#kept += text.length;
      this.lines.push({ tab, at: Date.now(), level: message.type(), text, url: message.location().url });
    };
    page.on('request', started).on('requestfinished', ended).on('requestfailed', ended);
    page.on('websocket', socket).on('console', logged);
    this.#leave.push(() => {
      page.off('request', started).off('requestfinished', ended).off('requestfailed', ended);
      page.off('websocket', socket).off('console', logged);
    });
  }

  /** No more is taken; what is being read is waited for, for a while. */
  async close(): Promise<void> {
    for (const leave of this.#leave.splice(0)) leave();
    await ifInTime(READ_MS, Promise.allSettled([...this.#pending]));
  }

  #started(request: Request, tab: string): void {
    if (this.#isDeaf()) return;
    if (this.requests.length >= MAX_REQUESTS || this.#kept > MAX_KEPT) {
      this.dropped += 1;
      return;
    }
    const url = request.url();
    const headers = request.headers();
    const logged: LoggedRequest = {
      ...{ tab, startedAt: Date.now(), origin: originOf(url) },
      method: wholeOrLeftOut(request.method(), 20),
      type: request.resourceType(),
      ...{ url: recordedUrl(url), query: recordedQuery(url), headers: recordedHeaders(headers, url) },
      sent: request.postDataBuffer()?.length ?? 0,
      sentType: wholeOrLeftOut(headers['content-type'] ?? '', 100),
    };
    this.#kept += JSON.stringify(logged).length;
    this.requests.push(logged);
    this.#of.set(request, logged);
  }

  #ended(request: Request): void {
    const logged = this.#of.get(request);
    if (logged === undefined || this.#isDeaf()) return;
    const reading = this.#read(request).then(
      (answer) => {
        logged.answer = answer;
        this.#kept += JSON.stringify(answer.headers ?? []).length;
      },
      () => undefined,
    );
    this.#pending.add(reading);
    void reading.finally(() => this.#pending.delete(reading));
  }

  async #read(request: Request): Promise<LoggedAnswer> {
    const failure = request.failure();
    const base = {
      timing: request.timing(),
      ...(failure === null ? {} : { failed: wholeOrLeftOut(failure.errorText, 100) }),
    };
    const [response, sizes] = await Promise.all([
      ifInTime(READ_MS, request.response()),
      ifInTime(READ_MS, request.sizes()),
    ]);
    if (response === undefined || response === null) return base;
    const headers = response.headers();
    // Below nothing where the cache answered.
    const size = sizes === undefined ? undefined : Math.max(0, sizes.responseBodySize);
    const to = headers['location'];
    return {
      ...base,
      ...{ status: response.status(), statusText: wholeOrLeftOut(response.statusText(), 100) },
      ...{
        headers: recordedHeaders(headers, request.url()),
        mimeType: wholeOrLeftOut(headers['content-type'] ?? '', 100),
      },
      ...(to === undefined ? {} : { redirect: recordedUrl(to, request.url()) }),
      ...(size === undefined ? {} : { size }),
      ...(this.#budget === undefined ? {} : { bodies: await readBodies(request, response, size, this.#budget) }),
    };
  }

  #opened(socket: WebSocket, tab: string): void {
    if (this.#isDeaf() || this.sockets.length >= MAX_SOCKETS) return;
    const logged: LoggedSocket = { tab, startedAt: Date.now(), url: recordedUrl(socket.url()), messages: [] };
    this.sockets.push(logged);
    const add = (type: 'send' | 'receive', payload: string | Buffer): void => {
      if (this.#isDeaf()) return;
      if (this.#messages >= MAX_MESSAGES || this.#kept > MAX_KEPT) {
        this.dropped += 1;
        return;
      }
      this.#messages += 1;
      const text = typeof payload === 'string' ? cutPageText(payload, MAX_TEXT) : undefined;
      this.#kept += text?.length ?? 0;
      logged.messages.push({ type, at: Date.now(), text, size: payload.length });
    };
    const sent = ({ payload }: { payload: string | Buffer }): void => {
      add('send', payload);
    };
    const received = ({ payload }: { payload: string | Buffer }): void => {
      add('receive', payload);
    };
    socket.on('framesent', sent).on('framereceived', received);
    this.#leave.push(() => {
      socket.off('framesent', sent).off('framereceived', received);
    });
  }
}
