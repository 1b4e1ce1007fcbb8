import type { IncomingMessage } from 'node:http';
import type { FetchRequest, UrlFacts } from '../../core/index.js';
import { headersForOtherOrigin, headersWithoutBody } from './fetch-headers.js';
import type { Hop } from './send-hop.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Where an answer leads, not judged yet, and what would be asked there; undefined if it is no redirect. After the
 * Fetch standard: 303, and 301 and 302 after a POST, go on as a GET; 307 and 308 as they were.
 */
export function nextHop(
  hop: Hop,
  { headers: { location }, statusCode: status = 0 }: IncomingMessage,
  describe: (url: string) => UrlFacts,
): { readonly to: UrlFacts; readonly request: FetchRequest } | undefined {
  if (location === undefined || !REDIRECTS.has(status)) return undefined;
  // Header bytes are read as Latin-1; what is in them is UTF-8, as browsers take it.
  const target = Buffer.from(location, 'latin1').toString('utf8');
  const to: UrlFacts = URL.canParse(target, hop.url.url)
    ? describe(new URL(target, hop.url.url).href)
    : { kind: 'doubtful', why: 'the address is not a valid URL' };
  const sameOrigin = to.kind === 'web' && to.origin === hop.url.origin;
  const headers = sameOrigin ? hop.headers : headersForOtherOrigin(hop.headers);
  if (status < 307 && hop.method === 'POST') {
    return { to, request: { method: 'GET', headers: headersWithoutBody(headers) } };
  }
  return { to, request: { method: hop.method, headers, body: hop.body } };
}
