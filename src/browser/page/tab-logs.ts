import type { ConsoleMessage, Page as PlaywrightPage, Request, WebSocket } from 'playwright-core';
import { cutPageText } from '../../core/index.js';
import { RingBuffer } from './ring-buffer.js';

const KEPT = 500;
/** Texts are cut when they are stored: a page that logs megabytes fills a line, not our memory. */
const MAX_LENGTH = 2_000;
const MAX_FRAME = 400;

export interface ConsoleRow {
  readonly level: string;
  readonly text: string;
  readonly url: string;
  readonly line: number;
}

export interface NetworkRow {
  readonly id: string;
  readonly method: string;
  readonly type: string;
  readonly url: string;
  readonly request: Request;
  status?: number;
  ms?: number;
  failed?: string;
  done?: boolean;
  /** Kept once it was worked out. */
  shape?: string;
}

export interface SocketRow {
  readonly socket: string;
  readonly url: string;
  readonly kind: 'opened' | 'sent' | 'received' | 'closed' | 'error';
  readonly size: number;
  readonly text: string;
}

/** What a tab's console, network and sockets said, newest last. Attached before the tab's first byte. */
export class TabLogs {
  readonly console = new RingBuffer<ConsoleRow>(KEPT);
  readonly network = new RingBuffer<NetworkRow>(KEPT);
  readonly sockets = new RingBuffer<SocketRow>(KEPT);
  readonly #rows = new WeakMap<Request, NetworkRow>();
  readonly #isDriven: () => boolean;
  #requests = 0;
  #sockets = 0;

  /** `isDriven`: a person is at it; what the tab says then is counted and not kept, nor what it leads to later. */
  constructor(page: PlaywrightPage, isDriven: () => boolean = () => false) {
    this.#isDriven = isDriven;
    page.on('console', (message) => {
      if (isDriven()) this.console.pass();
      else this.#logged(message);
    });
    page.on('pageerror', (error) => {
      if (isDriven()) this.console.pass();
      else this.console.push({ level: 'error', text: cutPageText(error.message, MAX_LENGTH), url: '', line: 0 });
    });
    page.on('request', (request) => {
      if (isDriven()) this.network.pass();
      else this.#started(request);
    });
    page.on('response', (response) => {
      const row = this.#rowOf(response.request());
      if (row !== undefined) row.status = response.status();
    });
    page.on('requestfinished', (request) => {
      this.#ended(request);
    });
    page.on('requestfailed', (request) => {
      this.#ended(request);
    });
    page.on('websocket', (socket) => {
      if (isDriven()) this.sockets.pass();
      else this.#opened(socket);
    });
  }

  #rowOf(request: Request): NetworkRow | undefined {
    return this.#isDriven() ? undefined : this.#rows.get(request);
  }

  #logged(message: ConsoleMessage): void {
    const { url, lineNumber } = message.location();
    this.console.push({
      level: message.type(),
      text: cutPageText(message.text(), MAX_LENGTH),
      url: cutPageText(url, MAX_LENGTH),
      line: lineNumber + 1,
    });
  }

  #started(request: Request): void {
    const row: NetworkRow = {
      id: `n${String(++this.#requests)}`,
      method: request.method(),
      type: request.resourceType(),
      url: cutPageText(request.url(), MAX_LENGTH),
      request,
    };
    this.#rows.set(request, row);
    this.network.push(row);
  }

  #ended(request: Request): void {
    const row = this.#rowOf(request);
    if (row === undefined) return;
    const failed = request.failure()?.errorText;
    if (failed !== undefined) row.failed = cutPageText(failed, MAX_LENGTH);
    else row.done = true;
    const { responseEnd } = request.timing();
    if (responseEnd >= 0) row.ms = Math.round(responseEnd);
  }

  #opened(socket: WebSocket): void {
    const name = `w${String(++this.#sockets)}`;
    const url = cutPageText(socket.url(), MAX_LENGTH);
    const add = (kind: SocketRow['kind'], payload: string | Buffer = ''): void => {
      if (this.#isDriven()) {
        this.sockets.pass();
        return;
      }
      const text = typeof payload === 'string' ? cutPageText(payload, MAX_FRAME) : '(binary)';
      this.sockets.push({ socket: name, url, kind, size: payload.length, text });
    };
    add('opened');
    socket.on('framesent', ({ payload }) => {
      add('sent', payload);
    });
    socket.on('framereceived', ({ payload }) => {
      add('received', payload);
    });
    socket.on('socketerror', () => {
      add('error');
    });
    socket.on('close', () => {
      add('closed');
    });
  }
}
