import type { IncomingHttpHeaders } from 'node:http';
import { onePageLine } from '../../core/index.js';

// Only these follow a redirect to another origin: any other header may be a credential, whatever it is called.
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'range']);
const OF_THE_BODY = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

export function headersForOtherOrigin(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return keep(headers, (name) => HARMLESS.has(name));
}

/** A POST that became a GET has no body to describe. */
export function headersWithoutBody(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return keep(headers, (name) => !OF_THE_BODY.has(name));
}

function keep(headers: Readonly<Record<string, string>>, wanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name.toLowerCase())));
}

// Hide all, show the named: cookies, and whatever is invented next, stay here.
const SHOWN = [
  ...['content-type', 'content-length', 'content-language', 'content-disposition', 'content-range', 'content-encoding'],
  ...['last-modified', 'etag', 'date', 'age', 'expires', 'cache-control', 'vary', 'accept-ranges', 'allow'],
  ...['location', 'link', 'retry-after', 'www-authenticate', 'deprecation', 'sunset'],
  ...['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
];

const MAX_OF_A_VALUE = 1000;

export function shownHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SHOWN.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, onePageLine(value, MAX_OF_A_VALUE)]] : [];
    }),
  );
}
