/** Scheme, host and port: what an origin is made of, normalised as in UrlFacts. */
export interface OriginParts {
  readonly scheme: string;
  /** Lower case, punycode, no trailing dot, no brackets. */
  readonly host: string;
  readonly port: number;
}

/** A compiled line of `allow`, `load` or `block`. */
export interface OriginPattern {
  readonly text: string;
  readonly scheme?: 'http' | 'https';
  /** With `subdomains`, the names below this one and not the name itself. */
  readonly host: string;
  readonly subdomains: boolean;
  readonly port?: number;
}

export type ParsedPattern = { readonly pattern: OriginPattern } | { readonly error: string };

const SHAPE =
  /^(?:(?<scheme>https?):\/\/)?(?<wild>\*\.)?(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*,]+)(?::(?<port>\d{1,5}))?$/iu;
const EXPECTED =
  'expected a host (example.com), its subdomains (*.example.com) or an origin (https://example.com:8443), without a path';

/**
 * Reads one pattern. A scheme without a port means that scheme's own port, because that is what the origin is;
 * a host alone means every port and both schemes.
 */
export function parseOriginPattern(text: string): ParsedPattern {
  const groups = SHAPE.exec(text)?.groups;
  if (groups?.['host'] === undefined) return { error: EXPECTED };
  const host = normaliseHost(groups['host']);
  if (host === undefined) return { error: EXPECTED };
  const subdomains = groups['wild'] !== undefined;
  if (subdomains && isAddress(host)) return { error: 'an address has no subdomains' };
  const port = groups['port'] === undefined ? undefined : Number(groups['port']);
  if (port === 0 || (port !== undefined && port > 65_535)) return { error: 'the port must be from 1 to 65535' };
  const named = groups['scheme']?.toLowerCase();
  const scheme = named === 'http' || named === 'https' ? named : undefined;
  const effective = port ?? (scheme === undefined ? undefined : defaultPort(scheme));
  return {
    pattern: {
      text,
      host,
      subdomains,
      ...(scheme !== undefined && { scheme }),
      ...(effective !== undefined && { port: effective }),
    },
  };
}

export function matchesOrigin(pattern: OriginPattern, origin: OriginParts): boolean {
  if (pattern.scheme !== undefined && pattern.scheme !== origin.scheme) return false;
  if (pattern.port !== undefined && pattern.port !== origin.port) return false;
  // The dot is part of the suffix: *.example.com must not admit evilexample.com.
  return pattern.subdomains ? origin.host.endsWith(`.${pattern.host}`) : origin.host === pattern.host;
}

export function matchesAny(patterns: readonly OriginPattern[], origin: OriginParts): boolean {
  return patterns.some((pattern) => matchesOrigin(pattern, origin));
}

/** Reads a serialised origin, e.g. of a frame; `null` and anything but http and https are no origin here. */
export function readOrigin(text: string): OriginParts | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const scheme = url.protocol === 'http:' ? 'http' : 'https';
  return {
    scheme,
    host: bare(url.hostname),
    port: url.port === '' ? defaultPort(scheme) : Number(url.port),
  };
}

function defaultPort(scheme: 'http' | 'https'): number {
  return scheme === 'http' ? 80 : 443;
}

function normaliseHost(text: string): string | undefined {
  const address = `http://${text}/`;
  if (!URL.canParse(address)) return undefined;
  const host = bare(new URL(address).hostname);
  if (host.includes(':')) return host;
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/u.test(host) && host.length <= 253 ? host : undefined;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

/** The URL parser reads a host whose last label is numeric as an IPv4 address, or refuses it. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/u.test(host);
}
