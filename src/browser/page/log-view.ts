import { onePageLine, PageText } from '../../core/index.js';
import type { DataObject, EgressCounts, LogOptions, MaskTexts, PageView } from '../../core/index.js';
import type { Response } from 'playwright-core';
import { ifInTime } from './call-time.js';
import { consoleLine, MAX_CONSOLE_TEXT, MAX_SOCKET_TEXT, networkLine, socketLine } from './log-lines.js';
import { responseShape } from './response-shape.js';
import type { RingBuffer } from './ring-buffer.js';
import { shownUrl } from './shown-url.js';
import type { NetworkRow, TabLogs } from './tab-logs.js';

const USUAL_ROWS = 50;
const MAX_ROWS = 200;
/** Bodies are asked for only when somebody reads the log, the newest few, and only small ones. */
const SHAPES = { rows: 20, bytes: 256 * 1024, ms: 300 } as const;

/** Which rows are wanted, and how their text is masked before a filter is compared with it. */
export interface LogQuery extends LogOptions {
  readonly origin: string;
  readonly mask: MaskTexts | undefined;
}

export function consoleView(logs: TabLogs, query: LogQuery): PageView {
  const { origin } = query;
  const rows = latestRows(
    logs.console,
    query,
    (row) => `${row.level} ${onePageLine(row.text, MAX_CONSOLE_TEXT)} ${shownUrl(row.url)}`,
  );
  const data = rows.map((row) => ({
    level: row.level,
    text: new PageText(origin, onePageLine(row.text, MAX_CONSOLE_TEXT)),
  }));
  return logView(origin, logs.console, rows.map(consoleLine), data);
}

export function socketView(logs: TabLogs, query: LogQuery): PageView {
  const { origin } = query;
  const rows = latestRows(
    logs.sockets,
    query,
    (row) => `${row.socket} ${row.kind} ${shownUrl(row.url)} ${onePageLine(row.text, MAX_SOCKET_TEXT)}`,
  );
  const data = rows.map((row) => ({ socket: row.socket, kind: row.kind, size: row.size }));
  return logView(origin, logs.sockets, rows.map(socketLine), data);
}

/** The requests as the page sees them, and then what policy refused, counted, since the session began. */
export async function networkView(
  logs: TabLogs,
  query: LogQuery,
  refusals: EgressCounts['refusals'],
): Promise<PageView> {
  const { origin } = query;
  const rows = latestRows(logs.network, query, (row) => `${row.id} ${row.method} ${row.type} ${shownUrl(row.url)}`);
  const read = await Promise.all(rows.map((row, i) => readRow(row, rows.length - i <= SHAPES.rows)));
  const data = rows.map((row, i) => ({
    id: row.id,
    method: row.method,
    type: row.type,
    url: new PageText(origin, shownUrl(row.url)),
    status: row.status,
    failed: row.failed !== undefined,
    responseShape: read[i]?.shape === undefined ? undefined : new PageText(origin, read[i].shape),
  }));
  const lines = rows.map((row, i) => networkLine(row, read[i]?.size, read[i]?.shape));
  const refused = refusals.map(
    (row) => `refused by policy: ${onePageLine(row.origin, 200)} ${row.count} time(s), ${row.rule}: ${row.reason}`,
  );
  const view = logView(origin, logs.network, [...lines, ...refused], data);
  return {
    ...view,
    data: { ...view.data, refused: refusals.map((row) => ({ ...row, origin: new PageText(origin, row.origin) })) },
  };
}

/** A filter is compared with what is shown: cut, without fragments, and masked. */
export function latestRows<T>(
  ring: Pick<RingBuffer<T>, 'rows'>,
  query: LogQuery,
  words: (row: T) => string,
): readonly T[] {
  const { filter, limit = USUAL_ROWS, origin, mask } = query;
  const rows = filter === undefined ? ring.rows() : matchingRows(ring.rows(), filter);
  return rows.slice(-Math.min(limit, MAX_ROWS));

  function matchingRows(all: readonly T[], wanted: string): readonly T[] {
    const texts = all.map((row) => ({ text: words(row), origin }));
    const shown = mask?.(texts) ?? texts.map(({ text }) => text);
    return all.filter((_, i) => shown[i]?.toLowerCase().includes(wanted.toLowerCase()) === true);
  }
}

function logView<T>(
  origin: string,
  ring: RingBuffer<T>,
  lines: readonly string[],
  rows: readonly DataObject[],
): PageView {
  return { origin, text: lines.join('\n'), data: { rows, dropped: ring.dropped } };
}

interface Body {
  readonly size?: number;
  readonly shape?: string;
}

async function readRow(row: NetworkRow, withShape: boolean): Promise<Body> {
  if (row.done !== true) return {};
  const sizes = await ifInTime(SHAPES.ms, row.request.sizes());
  const size = sizes?.responseBodySize;
  if (size === undefined) return {};
  if (withShape && size <= SHAPES.bytes) row.shape ??= await shapeOf(row);
  return row.shape === undefined ? { size } : { size, shape: row.shape };
}

async function shapeOf(row: NetworkRow): Promise<string | undefined> {
  const response = await ifInTime(SHAPES.ms, row.request.response());
  if (response === undefined || response === null || !isJson(response)) return undefined;
  const body = await ifInTime(SHAPES.ms, response.body());
  // A small body may unfold into a large one.
  return body === undefined || body.length > SHAPES.bytes ? undefined : responseShape(body.toString('utf8'));
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/iu.test(response.headers()['content-type'] ?? '');
}
