import { basename } from 'node:path';
import { Failure } from '../../../core/index.js';
import { readPrivateFile } from '../../../platform/private-files.js';
import type { HttpTemplate, RemoteOptions } from './remote-options.js';

/** Where browsers are asked for, and what goes along. All of it is secret but the host. */
export interface RemotePlace {
  readonly url: URL | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export type KeepSecret = (name: string, value: string) => void;

const MAX_BYTES = 65_536;
const HEADER = /^(?<name>[\w!#$%&'*+.^`|~-]+):[ \t]*(?<value>[\t\u0020-\u007e]+)$/u;
/** Shorter parts of a URL are words, such as `chromium` and `playwright`. */
const MIN_SECRET = 12;

/** Read anew for each session: a person may change a token without starting the server again. */
export async function readPlace(options: RemoteOptions, keep: KeepSecret): Promise<RemotePlace> {
  const text = options.urlFile === undefined ? options.url : (await readSecret(options.urlFile)).trim();
  const headers = options.headersFile === undefined ? {} : readHeaders(await readSecret(options.headersFile));
  for (const value of Object.values(headers)) {
    keep('REMOTE_HEADER', value);
    // `Bearer abc`: the value is as secret without the word before it.
    for (const part of value.split(' ')) if (part.length >= MIN_SECRET) keep('REMOTE_HEADER', part);
  }
  if (text === undefined) return { url: undefined, headers };
  if (!URL.canParse(text.replaceAll(/\{\w+\}/gu, 'x')))
    throw new Failure('config.invalid', 'remote.urlFile: what is in it is no URL.');
  const url = new URL(text);
  keepUrl(url, keep);
  return { url, headers };
}

/** The whole of it, and what in it can only be a secret. */
export function keepUrl(url: URL, keep: KeepSecret): void {
  if (url.pathname.length + url.search.length >= MIN_SECRET) keep('REMOTE_URL', url.href);
  const parts = [url.password, ...url.pathname.split('/'), ...url.searchParams.values()];
  for (const part of parts) if (part.length >= MIN_SECRET && !part.startsWith('{')) keep('REMOTE_URL', part);
}

/** Keeps the parts of a request's address that look like a secret: query values, and path parts with a digit. */
export function keepTemplate({ url }: HttpTemplate, keep: KeepSecret): void {
  const text = url.replaceAll('{url}', 'http://remote.invalid');
  if (!URL.canParse(text)) return;
  const { pathname, searchParams } = new URL(text);
  const parts = [...pathname.split('/').filter((part) => /\d/u.test(part)), ...searchParams.values()];
  for (const part of parts) if (part.length >= MIN_SECRET && !/\{|%7B/iu.test(part)) keep('REMOTE_URL', part);
}

async function readSecret(path: string): Promise<string> {
  const refuse = (why: string, cause?: unknown): Failure =>
    new Failure('config.invalid', `${basename(path)} ${why}`, undefined, cause);
  const bytes = await readPrivateFile(path, { maxBytes: MAX_BYTES, mayBeLink: true, refuse, refuseSize: refuse });
  if (bytes === undefined) throw new Failure('config.invalid', `${basename(path)} is not there`);
  return bytes.toString('utf8');
}

function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const { name, value } = HEADER.exec(line)?.groups ?? {};
    if (name === undefined || value === undefined)
      throw new Failure('config.invalid', 'remote.headersFile: each line is `Name: value`.');
    headers[name.toLowerCase()] = value.trim();
  }
  return headers;
}
