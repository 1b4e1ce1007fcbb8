import { dropInvisible } from '../../../core/index.js';
import { readsLikeCredential } from '../storage/withhold.js';

const MAX_URL = 4_000;
const MAX_NAME = 100;
const MAX_VALUE = 500;
const MAX_PAIRS = 100;
export const LEFT_OUT = 'left-out';

/** Headers whose values say how a request went, and nothing about who sent it. Of all others the value is left out. */
const SHOWN = new Set(
  `accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-credentials
  access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers
  access-control-max-age access-control-request-headers access-control-request-method age allow alt-svc cache-control
  connection content-disposition content-encoding content-language content-length content-range content-security-policy
  content-type cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date expires host
  if-modified-since keep-alive last-modified origin permissions-policy pragma range referrer-policy retry-after
  sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user server
  strict-transport-security timing-allow-origin trailer transfer-encoding upgrade upgrade-insecure-requests user-agent
  vary via x-content-type-options x-frame-options x-powered-by x-xss-protection`.split(/\s+/u),
);
/** Not even their names: a HAR without cookies has none. */
const DROPPED = /^(?:cookie2?|set-cookie2?|(?:proxy-|www-)?auth.*|:.*)$/iu;
const ADDRESSES = new Set(['referer', 'location', 'content-location', 'sourcemap']);

export interface RecordedPair {
  readonly name: string;
  readonly value: string;
}

/** `url`: of the request, from which addresses in them are read. */
export function recordedHeaders(headers: Readonly<Record<string, string>>, url: string): RecordedPair[] {
  return Object.entries(headers)
    .filter(([name]) => !DROPPED.test(name))
    .slice(0, MAX_PAIRS)
    .map(([name, value]) => ({
      name: wholeOrLeftOut(name, MAX_NAME),
      value: headerValue(name.toLowerCase(), value, url),
    }));
}

function headerValue(name: string, value: string, url: string): string {
  if (ADDRESSES.has(name)) return recordedUrl(value, url);
  return SHOWN.has(name) && !readsLikeCredential('', value) ? wholeOrLeftOut(value, MAX_VALUE) : LEFT_OUT;
}

/** Without user info, fragment and what reads like a credential. Only web addresses say anything at all. */
export function recordedUrl(url: string, base?: string): string {
  if (!URL.canParse(url, base)) return `about:${LEFT_OUT}`;
  const parsed = new URL(url, base);
  if (!/^(?:https?|wss?):$/u.test(parsed.protocol)) return `${parsed.protocol}${LEFT_OUT}`;
  const path = parsed.pathname
    .split('/')
    .map((part) => (readsLikeCredential('', part) ? LEFT_OUT : part))
    .join('/');
  const query = recordedQuery(parsed.href)
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const whole = `${parsed.protocol}//${parsed.host}${path}${query === '' ? '' : `?${query}`}`;
  return whole.length <= MAX_URL ? dropInvisible(whole) : `${parsed.protocol}//${parsed.host}/${LEFT_OUT}`;
}

export function recordedQuery(url: string): RecordedPair[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].slice(0, MAX_PAIRS).map(([name, value]) => ({
    name: wholeOrLeftOut(name, MAX_NAME),
    value: readsLikeCredential(name, value) ? LEFT_OUT : wholeOrLeftOut(value, MAX_VALUE),
  }));
}

/** Undefined: it reads as if it held a credential. */
export function recordedBody(text: string): string | undefined {
  return readsLikeCredential('', text) ? undefined : dropInvisible(text);
}

/**
 * Whole or not at all: a text is masked later, and a cut through a secret before that would leave its beginning where no
 * mask finds it.
 */
export function wholeOrLeftOut(text: string, max: number): string {
  return text.length <= max ? dropInvisible(text).toWellFormed() : LEFT_OUT;
}
