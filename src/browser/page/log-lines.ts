import { onePageLine, quotedPageLine } from '../../core/index.js';
import { shownUrl } from './shown-url.js';
import type { ConsoleRow, NetworkRow, SocketRow } from './tab-logs.js';

/** Characters of a message that are shown. */
export const MAX_CONSOLE_TEXT = 500;
export const MAX_SOCKET_TEXT = 200;

export function consoleLine(row: ConsoleRow): string {
  const at = row.url === '' ? '' : ` (${shownUrl(row.url)}:${String(row.line)})`;
  return `[${row.level}] ${quotedPageLine(row.text, MAX_CONSOLE_TEXT)}${at}`;
}

export function networkLine(row: NetworkRow, size: number | undefined, shape: string | undefined): string {
  const words = [row.id, onePageLine(row.method, 20), outcomeOf(row), row.type, shownUrl(row.url)];
  // Playwright takes the headers off what came over the network, which is nothing where the cache answered.
  if (size !== undefined) words.push(size < 0 ? 'from cache' : `${String(size)} B`);
  if (row.ms !== undefined) words.push(`${String(row.ms)} ms`);
  if (shape !== undefined) words.push(`responseShape ${shape}`);
  return words.join(' ');
}

function outcomeOf(row: NetworkRow): string {
  if (row.failed !== undefined) return `failed(${netError(row.failed)})`;
  return row.status === undefined ? 'pending' : String(row.status);
}

/** Chromium's name of the error; whatever else is there is not ours to repeat. */
export function netError(text: string): string {
  return /ERR_[A-Z0-9_]+/u.exec(text)?.[0] ?? 'failed';
}

export function socketLine(row: SocketRow): string {
  const head = `${row.socket} ${row.kind}`;
  if (row.kind !== 'sent' && row.kind !== 'received') return `${head} ${shownUrl(row.url)}`;
  return `${head} ${String(row.size)} ${quotedPageLine(row.text, MAX_SOCKET_TEXT)}`;
}
