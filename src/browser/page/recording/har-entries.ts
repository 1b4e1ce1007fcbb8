import { setImmediate as serveOthers } from 'node:timers/promises';
import { onePageLine } from '../../../core/index.js';
import type { JsonObject, MaskTexts } from '../../../core/index.js';
import { originOf } from '../shown-url.js';
import { maskObject, maskTexts } from './masked-json.js';
import { recordedBody } from './recorded-parts.js';
import type { RecordedPair } from './recorded-parts.js';
import type { LoggedAnswer, LoggedRequest, LoggedSocket, RequestLog } from './request-log.js';

const MAX_MESSAGE = 400;
const NO_BODY = 'The body is left out.';

export interface HarEntry {
  readonly at: number;
  readonly entry: JsonObject;
}

/** The entries of a HAR 1.2 file, masked, in the order in which they began. Others are served in between. */
export async function harEntries(log: RequestLog, mask: MaskTexts | undefined): Promise<readonly HarEntry[]> {
  const entries: HarEntry[] = [];
  for (const one of log.requests) {
    entries.push({ at: one.startedAt, entry: requestEntry(one, mask) });
    await serveOthers();
  }
  for (const one of log.sockets) {
    entries.push({ at: one.startedAt, entry: socketEntry(one, mask) });
    await serveOthers();
  }
  return entries.sort((a, b) => a.at - b.at);
}

function requestEntry(logged: LoggedRequest, mask: MaskTexts | undefined): JsonObject {
  const { answer = {}, origin, sent } = logged;
  const timings = timingsOf(answer.timing ?? NO_TIMING);
  const total = Object.values(timings).reduce((sum, ms) => sum + Math.max(0, ms), 0);
  const entry: JsonObject = {
    pageref: logged.tab,
    startedDateTime: new Date(logged.startedAt).toISOString(),
    // The handshake is a part of the connection's time.
    time: Math.max(0, total - Math.max(0, timings.ssl)),
    request: {
      ...{ method: logged.method, url: logged.url, httpVersion: 'unknown', cookies: [] },
      ...{ queryString: pairs(logged.query), headers: pairs(logged.headers) },
      ...(sent === 0 ? {} : { postData: postData(logged.sentType, answer.bodies?.request) }),
      ...{ headersSize: -1, bodySize: sent },
    },
    response: responseOf(answer),
    cache: {},
    timings: { ...timings },
    _resourceType: logged.type,
  };
  return maskObject(entry, origin, mask);
}

function responseOf(answer: LoggedAnswer): JsonObject {
  const { status = 0, statusText = '', headers = [], mimeType = '', redirect = '', size = -1, failed, bodies } = answer;
  const text = bodies?.response === undefined ? undefined : recordedBody(bodies.response);
  return {
    ...{ status: Math.max(0, status), statusText, httpVersion: 'unknown', cookies: [], headers: pairs(headers) },
    content: {
      ...{ size: Math.max(0, size), mimeType: mimeType === '' ? 'x-unknown' : mimeType },
      ...(text === undefined ? { comment: NO_BODY } : { text }),
    },
    ...{ redirectURL: redirect, headersSize: -1, bodySize: size },
    ...(failed === undefined ? {} : { _error: failed }),
  };
}

function socketEntry({ tab, startedAt, url, messages }: LoggedSocket, mask: MaskTexts | undefined): JsonObject {
  const origin = originOf(url.replace(/^ws/iu, 'http'));
  const entry: JsonObject = {
    ...{ pageref: tab, startedDateTime: new Date(startedAt).toISOString(), time: 0 },
    request: {
      ...{ method: 'GET', url, httpVersion: 'unknown', cookies: [], headers: [], queryString: [] },
      ...{ headersSize: -1, bodySize: 0 },
    },
    response: {
      ...{ status: 101, statusText: '', httpVersion: 'unknown', cookies: [], headers: [] },
      content: { size: 0, mimeType: 'x-unknown' },
      ...{ redirectURL: '', headersSize: -1, bodySize: 0 },
    },
    ...{ cache: {}, timings: { send: 0, wait: 0, receive: 0 }, _resourceType: 'websocket' },
  };
  const texts = messages.map(({ text }) => (text === undefined ? '' : (recordedBody(text) ?? 'It is left out.')));
  const shown = maskTexts(texts, origin, mask);
  const said = messages.map(({ type, at, text, size }, i): JsonObject => ({
    ...{ type, time: at / 1000, opcode: text === undefined ? 2 : 1 },
    // Masked as a whole and cut then.
    ...{ data: text === undefined ? '' : onePageLine(shown[i] ?? '', MAX_MESSAGE), _size: size },
  }));
  return { ...maskObject(entry, origin, mask), _webSocketMessages: said };
}

function pairs(list: readonly RecordedPair[]): JsonObject[] {
  return list.map(({ name, value }) => ({ name, value }));
}

function postData(type: string, body: string | undefined): JsonObject {
  const text = body === undefined ? undefined : recordedBody(body);
  return { mimeType: type, text: text ?? '', ...(text === undefined ? { comment: NO_BODY } : {}) };
}

interface Timing {
  readonly domainLookupStart: number;
  readonly domainLookupEnd: number;
  readonly connectStart: number;
  readonly secureConnectionStart: number;
  readonly connectEnd: number;
  readonly requestStart: number;
  readonly responseStart: number;
  readonly responseEnd: number;
}

const NONE = -1;
const NO_TIMING: Timing = {
  ...{ domainLookupStart: NONE, domainLookupEnd: NONE, connectStart: NONE, secureConnectionStart: NONE },
  ...{ connectEnd: NONE, requestStart: NONE, responseStart: NONE, responseEnd: NONE },
};

/** Of all steps that Playwright knows; -1 is "does not apply" in HAR, and not allowed for the last three. */
function timingsOf(t: Timing) {
  const step = (from: number, to: number, none: number): number =>
    from >= 0 && to >= from ? Math.round((to - from) * 1000) / 1000 : none;
  return {
    dns: step(t.domainLookupStart, t.domainLookupEnd, -1),
    connect: step(t.connectStart, t.connectEnd, -1),
    ssl: step(t.secureConnectionStart, t.connectEnd, -1),
    send: 0,
    wait: step(t.requestStart, t.responseStart, 0),
    receive: step(t.responseStart, t.responseEnd, 0),
  };
}
