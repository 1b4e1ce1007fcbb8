import { createHash } from 'node:crypto';
import { dropInvisible, Failure, onePageLine, PageText } from '../../core/index.js';
import type { BodyOptions, MaskTexts, PageView } from '../../core/index.js';
import type { Request } from 'playwright-core';
import { ifInTime } from './call-time.js';
import { originOf } from './shown-url.js';
import type { TabLogs } from './tab-logs.js';

/** Of one answer; a cursor leads to the rest. */
const MAX_SHOWN = 256 * 1024;
/** A larger body is not asked of the browser at all. */
const MAX_BODY = 20 * 1024 * 1024;
const BODY_MS = 5000;
const MAX_SEARCHED = 1024 * 1024;

interface Body {
  readonly bytes: Buffer;
  readonly type: string;
}

/** One body, as text with its secrets masked, in pieces; what is no text is described. */
export async function bodyView(
  logs: TabLogs,
  { request: id, part, cursor }: BodyOptions,
  page: { readonly origin: string; readonly mask: MaskTexts | undefined },
): Promise<PageView> {
  const row = logs.network.rows().find((one) => one.id === id);
  if (row === undefined)
    throw new Failure('call.bad-arguments', 'request: no such id; browser_network_read lists the latest ones');
  const { bytes, type } = await (part === 'request' ? sentBody(row.request) : receivedBody(row.request));
  const origin = originOf(row.url);
  const text = decode(bytes, type);
  const view = (shown: string, more: object): PageView => ({
    origin: page.origin,
    text: shown,
    pieces: [new PageText(origin, shown)],
    data: { request: id, part, bytes: bytes.length, ...more },
  });
  const head = `${part} body of ${id}: ${onePageLine(type, 80) || 'no type'}, ${String(bytes.length)} bytes`;
  if (text === undefined) {
    if (mayHoldSecret(bytes, origin, page.mask))
      return view(`${head}, not text; SHA-256 withheld: a secret is in it, or could be`, {});
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return view(`${head}, not text; SHA-256 ${sha256}`, { sha256 });
  }
  const pretty = prettyJson(text, type);
  // Masked as a whole: a cut through a secret would show both halves of it.
  const [known = ''] = page.mask?.([{ text: pretty, origin }]) ?? [pretty];
  const masked = withoutTokens(known);
  const start = readCursor(cursor, masked.length);
  const end = Math.min(masked.length, start + MAX_SHOWN);
  const rest = end < masked.length ? `\n… ${String(masked.length - end)} characters more [cursor=${String(end)}]` : '';
  return view(`${head}\n${masked.slice(start, end)}${rest}`, end < masked.length ? { cursor: String(end) } : {});
}

/** Bearer tokens in a body sign in their reader, so they are withheld. Short words and settings of the same names stay. */
function withoutTokens(text: string): string {
  return text.replaceAll(TOKENS, (all, name: string, value: string) =>
    value.length >= 24 || (/\d/u.test(value) && /[A-Za-z]/u.test(value)) ? `${name}<TOKEN withheld>` : all,
  );
}

const TOKENS = /((?:access|refresh|id)_?token\\*["']?\s*[:=]\s*\\*["']?)([\w.~+/=%:|-]{12,})/giu;

/** The digest of a body would let its reader find a short secret in it by trying all values. */
function mayHoldSecret(bytes: Buffer, origin: string, mask: MaskTexts | undefined): boolean {
  if (mask === undefined) return false;
  if (bytes.length > MAX_SEARCHED || isCompressed(bytes)) return true;
  const plain = bytes.toString('latin1');
  const shifted = bytes.subarray(1);
  const texts = [plain, plain.replaceAll(/[^\w]/gu, ' '), bytes.toString('utf8')];
  const readings = [...texts, bytes.toString('utf16le'), shifted.toString('utf16le')];
  return readings.some((text) => mask([{ text, origin }])[0] !== text);
}

/** By their first bytes: gzip, zip and zstd, in which nothing can be looked for. */
function isCompressed(bytes: Buffer): boolean {
  return /^(?:1f8b|504b0304|28b52ffd)/u.test(bytes.subarray(0, 4).toString('hex'));
}

function readCursor(cursor: string | undefined, length: number): number {
  if (cursor === undefined) return 0;
  const start = Number(cursor);
  if (!Number.isInteger(start) || start < 0 || start >= length)
    throw new Failure('call.bad-arguments', 'cursor: take the one that the last answer named');
  return start;
}

function sentBody(request: Request): Promise<Body> {
  const bytes = request.postDataBuffer();
  if (bytes === null) throw new Failure('page.no-body', 'this request sent no body');
  return Promise.resolve({ bytes, type: request.headers()['content-type'] ?? '' });
}

async function receivedBody(request: Request): Promise<Body> {
  const response = await ifInTime(BODY_MS, request.response());
  if (response === undefined || response === null) throw new Failure('page.no-body', 'there is no response yet');
  const size = (await ifInTime(BODY_MS, request.sizes()))?.responseBodySize ?? 0;
  if (size > MAX_BODY) throw new Failure('page.too-large', `the body has ${String(size)} bytes`);
  const bytes = await ifInTime(BODY_MS, response.body());
  // A body that a page took as a blob, or as a stream, is not kept: Chromium answers with nothing.
  if (bytes === undefined || (bytes.length === 0 && size > 0)) throw new Failure('page.no-body');
  if (bytes.length > MAX_BODY) throw new Failure('page.too-large', `the body has ${String(bytes.length)} bytes`);
  return { bytes, type: response.headers()['content-type'] ?? '' };
}

/** Chromium hands text on as UTF-8, whatever it came in; what it takes for binary comes as it was. Undefined: no text. */
function decode(bytes: Buffer, type: string): string | undefined {
  if (/^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|wasm))/iu.test(type))
    return undefined;
  const charset = /charset\s*=\s*"?([\w.:-]+)/iu.exec(type)?.[1] ?? 'utf-8';
  const text = decodeAs('utf-8', bytes) ?? decodeAs(charset, bytes);
  return text?.includes('\0') === false ? dropInvisible(text) : undefined;
}

function decodeAs(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function prettyJson(text: string, type: string): string {
  if (!/\bjson\b/iu.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
