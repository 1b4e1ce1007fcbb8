import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onePageLine } from '../../../core/index.js';
import type { JsonObject, MaskTexts } from '../../../core/index.js';
import { zipOf } from '../../zip.js';
import type { ZipEntry } from '../../zip.js';
import { originOf } from '../shown-url.js';
import type { CallLog, LoggedCall } from './call-log.js';
import type { RecordedFrame } from './frame-log.js';
import type { HarEntry } from './har-entries.js';
import { checkedLines, maskTexts } from './masked-json.js';
import { recordedUrl } from './recorded-parts.js';
import type { LoggedLine } from './request-log.js';

/** The format of playwright-core 1.65; later viewers read it too. */
const VERSION = 10;
const MAX_TEXT = 500;

export interface TraceFacts {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly calls: CallLog;
  readonly entries: readonly HarEntry[];
  readonly lines: readonly LoggedLine[];
  readonly frames: readonly RecordedFrame[];
  /** Where the pictures lie. */
  readonly folder: string;
}

/**
 * A trace that Playwright's viewer opens. It is written here and not by Playwright, whose traces hold the documents with
 * what is in their fields, and requests with their cookies: this one has calls, covered pictures, requests and console
 * lines, and no copies of documents.
 */
export async function traceFile(facts: TraceFacts, mask: MaskTexts | undefined): Promise<Buffer> {
  const { startedAt, folder } = facts;
  const shown = facts.frames.filter((frame) => frame.file !== undefined);
  const pictures = await Promise.all(
    shown.map(async ({ file = '' }): Promise<ZipEntry> => ({
      ...{ name: pictureName(file), bytes: await readFile(join(folder, file)) },
    })),
  );
  const events = [
    ...[head(facts), ...tabEvents(facts)],
    ...shown.map((frame) => frameEvent(frame, startedAt)),
    ...facts.calls.calls.flatMap((call) => callEvents(call, facts, mask)),
    ...facts.lines.map((line) => consoleEvent(line, startedAt, mask)),
  ];
  const requests = facts.entries.map(({ at, entry }): JsonObject => ({
    type: 'resource-snapshot',
    snapshot: { ...entry, _monotonicTime: monotonic(at, startedAt) },
  }));
  return zipOf([
    { name: 'trace.trace', bytes: await linesOf(events, mask) },
    { name: 'trace.network', bytes: await linesOf(requests, mask) },
    ...pictures,
  ]);
}

async function linesOf(events: readonly JsonObject[], mask: MaskTexts | undefined): Promise<Buffer> {
  const lines = events.map((event) => JSON.stringify(event));
  return Buffer.from(await checkedLines(lines, mask), 'utf8');
}

function head({ startedAt }: TraceFacts): JsonObject {
  return {
    ...{ version: VERSION, type: 'context-options', origin: 'library', browserName: 'chromium', options: {} },
    ...{ platform: process.platform, wallTime: startedAt, monotonicTime: 0, sdkLanguage: 'javascript' },
    title: 'Gatewright',
  };
}

function tabEvents({ frames, calls, startedAt }: TraceFacts): JsonObject[] {
  const tabs = new Set([...frames, ...calls.calls].map(({ tab }) => tab));
  return [...tabs].map((pageId) => ({
    ...{ type: 'event', time: monotonic(startedAt, startedAt), class: 'BrowserContext', method: 'page' },
    params: { pageId },
  }));
}

function frameEvent({ at, tab, file = '', width, height }: RecordedFrame, startedAt: number): JsonObject {
  return {
    ...{ type: 'screencast-frame', pageId: tab, file: pictureName(file), width, height },
    ...{ timestamp: monotonic(at, startedAt), frameSwapWallTime: at },
  };
}

function callEvents(
  call: LoggedCall,
  { startedAt, endedAt, frames }: TraceFacts,
  mask: MaskTexts | undefined,
): JsonObject[] {
  const { id, tool, tab, from, to = endedAt, code, what } = call;
  const masked = mask?.(what) ?? what.map(({ text }) => text);
  const ofTab = frames.filter((frame) => frame.tab === tab);
  const picture = ofTab.find(({ at }) => at >= to) ?? ofTab.at(-1);
  const title = [tool, ...masked].join(' ');
  const error: JsonObject = code === undefined ? {} : { error: { name: 'Gatewright', message: code } };
  return [
    {
      ...{
        type: 'before',
        callId: id,
        startTime: monotonic(from, startedAt),
        class: 'Gatewright',
        method: tool,
        title,
      },
      ...{ params: {}, pageId: tab },
    },
    { ...{ type: 'after', callId: id, endTime: monotonic(to, startedAt) }, ...error },
    ...(picture?.file === undefined
      ? []
      : [
          {
            ...{ type: 'screenshot', callId: id, phase: 'after', pageId: tab },
            ...{ timestamp: monotonic(picture.at, startedAt), file: pictureName(picture.file) },
          },
        ]),
  ];
}

function consoleEvent(line: LoggedLine, startedAt: number, mask: MaskTexts | undefined): JsonObject {
  const { tab, at, level, text, url } = line;
  const [shown = ''] = maskTexts([text], originOf(url), mask);
  const [place = ''] = maskTexts([recordedUrl(url)], undefined, mask);
  return {
    ...{ type: 'console', messageType: level, text: onePageLine(shown, MAX_TEXT), args: [] },
    location: { url: place, lineNumber: 0, columnNumber: 0 },
    ...{ time: monotonic(at, startedAt), pageId: tab },
  };
}

/** The clock of the trace begins shortly before the recording: 0 means "none" to the viewer. */
function monotonic(at: number, startedAt: number): number {
  return Math.max(0, at - startedAt) + 1;
}

function pictureName(file: string): string {
  return `screencast/${file}`;
}
