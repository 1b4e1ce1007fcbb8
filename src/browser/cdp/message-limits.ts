import type { Envelope } from './message-envelope.js';
import { fieldsOf, isFields } from './message-fields.js';
import type { Fields } from './message-fields.js';

const MIB = 1024 * 1024;

/** An answer is as large as what was asked for: the picture of a long page is the largest. */
export const MAX_ANSWER_BYTES = 128 * MIB;
/** An event that the state of a page depends on. A form with a file can be in one. */
const MAX_EVENT_BYTES = 32 * MIB;
/** An event that only tells what a page said. Of its text a line is kept. */
const MAX_REPORT_BYTES = MIB;

/** Events that nothing depends on: any of them may be left out. */
const REPORTS: ReadonlySet<string> = new Set([
  'Console.messageAdded',
  'Log.entryAdded',
  'Network.eventSourceMessageReceived',
  'Network.webSocketFrameError',
  'Network.webSocketFrameReceived',
  'Network.webSocketFrameSent',
  'Runtime.bindingCalled',
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Runtime.inspectRequested',
]);

/** Of these, nothing is our own: a page in a flood loses some, and keeps the newest after it. */
const FLOODING: ReadonlySet<string> = new Set([...REPORTS].filter((method) => method !== 'Runtime.bindingCalled'));

export function isReport({ method }: Envelope): boolean {
  return method !== undefined && REPORTS.has(method);
}

export function maxBytesOf(start: Envelope): number {
  if (start.id !== undefined) return MAX_ANSWER_BYTES;
  return isReport(start) ? MAX_REPORT_BYTES : MAX_EVENT_BYTES;
}

/** More than any console shows to somebody who reads it; a loop writes a hundred times as much. */
const BURST = { events: 1000, bytes: 4 * MIB } as const;
const PER_SECOND = { events: 200, bytes: MIB } as const;
/** Far above any page in normal use; more would take the connection away from the other sessions (CWE-400). */
const FLOOD = { events: 30_000, bytes: 64 * MIB, withinMs: 10_000 } as const;
/** A page that puts so much into its own address, and does it again: each costs the browser itself a copy for its history. */
const LONG_ADDRESS = { bytes: 128 * 1024, times: 4 } as const;
const MAX_SESSIONS = 1000;

interface Traffic {
  /** Reports that may still pass. */
  events: number;
  bytes: number;
  at: number;
  /** Everything since `since`. */
  allEvents: number;
  allBytes: number;
  longAddresses: number;
  since: number;
}

const QUIET = { allEvents: 0, allBytes: 0, longAddresses: 0 } as const;

function isCalm({ allEvents, allBytes, longAddresses }: Traffic): boolean {
  return allEvents < FLOOD.events && allBytes < FLOOD.bytes && longAddresses < LONG_ADDRESS.times;
}

/** What each DevTools session sends by itself. A budget for its reports refills with time. */
export class EventTraffic {
  readonly #sessions = new Map<string, Traffic>();

  /** `drop`: the event is to be left out. `flood`: the page takes the line from all others, and this is told once. */
  judge({ method, sessionId }: Envelope, bytes: number, now: number): 'pass' | 'drop' | 'flood' {
    if (method === undefined || sessionId === undefined) return 'pass';
    const traffic = this.#of(sessionId, now);
    if (now - traffic.since > FLOOD.withinMs) Object.assign(traffic, { ...QUIET, since: now });
    const wasCalm = isCalm(traffic);
    traffic.allEvents += 1;
    traffic.allBytes += bytes;
    if (method === 'Page.navigatedWithinDocument' && bytes > LONG_ADDRESS.bytes) traffic.longAddresses += 1;
    if (wasCalm && !isCalm(traffic)) return 'flood';
    return this.#hasBudget(traffic, method, bytes, now) ? 'pass' : 'drop';
  }

  #hasBudget(traffic: Traffic, method: string, bytes: number, now: number): boolean {
    if (!FLOODING.has(method)) return true;
    const seconds = Math.max(0, now - traffic.at) / 1000;
    traffic.events = Math.min(BURST.events, traffic.events + seconds * PER_SECOND.events);
    traffic.bytes = Math.min(BURST.bytes, traffic.bytes + seconds * PER_SECOND.bytes);
    traffic.at = now;
    if (traffic.events < 1 || traffic.bytes < bytes) return false;
    traffic.events -= 1;
    traffic.bytes -= bytes;
    return true;
  }

  #of(sessionId: string, now: number): Traffic {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const fresh = { ...BURST, ...QUIET, at: now, since: now };
    this.#sessions.set(sessionId, fresh);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return fresh;
  }
}

const MAX_ARGUMENTS = 50;
/** Twice what is kept of a line of the console. */
const MAX_TEXT = 4000;

/** The event with its long texts cut: Playwright keeps what it is given for as long as the page lives. */
export function withShortTexts(message: Fields): Fields {
  const params = fieldsOf(message, 'params');
  switch (message['method']) {
    case 'Runtime.consoleAPICalled': {
      const args = Array.isArray(params['args']) ? params['args'].slice(0, MAX_ARGUMENTS) : [];
      return { ...message, params: { ...params, args: args.map(cutTexts) } };
    }
    case 'Runtime.exceptionThrown': {
      const details = fieldsOf(params, 'exceptionDetails');
      const exception = 'exception' in details ? { exception: cutTexts(details['exception']) } : {};
      return { ...message, params: { ...params, exceptionDetails: { ...asFields(cutTexts(details)), ...exception } } };
    }
    default:
      return message;
  }
}

function cutTexts(value: unknown): unknown {
  if (!isFields(value)) return value;
  const cut = Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? one.slice(0, MAX_TEXT) : one]);
  return Object.fromEntries(cut);
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}
