import { isIP } from 'node:net';
import type { AddressFacts, UrlFacts } from '../../core/index.js';
import { classifyAddress } from './classify-address.js';
import { bareHost } from './opened-hosts.js';
import type { OpenedHosts } from './opened-hosts.js';
import type { OwnListeners } from './own-listeners.js';
import { isLocalhostName, isLoopbackHost, isSpecialName } from './special-names.js';

export interface KnownHosts {
  readonly own: OwnListeners;
  readonly opened: OpenedHosts;
}

const MAX_LENGTH = 65_536;

/** Reads a URL as a browser does (WHATWG), refuses what another parser could read as another host, looks nothing up. */
export function describeUrl(text: string, known: KnownHosts): UrlFacts {
  if (text.length > MAX_LENGTH) return doubtful('the address is too long');
  // The WHATWG parser drops outer controls and spaces, and tabs and line breaks anywhere.
  const cleaned = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/gu, '').replace(/[\t\n\r]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(cleaned)?.[1]?.toLowerCase();
  if (scheme === undefined) return doubtful('the address has no scheme; write https:// before it');
  if (scheme !== 'http' && scheme !== 'https') return describeOther(cleaned, scheme);
  const trick = findTrick(cleaned.slice(scheme.length + 1));
  if (trick !== undefined) return doubtful(trick);
  const url = parse(cleaned);
  return url === undefined ? doubtful('the address is not a valid URL') : describeWeb(url, scheme, known);
}

/** In one go: every request of a page comes here. */
function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function describeOther(cleaned: string, scheme: string): UrlFacts {
  if (scheme === 'about' && URL.canParse(cleaned) && new URL(cleaned).pathname === 'blank') return { kind: 'blank' };
  return { kind: 'other-scheme', scheme };
}

/** The part after the scheme's colon. Parsers disagree about the host of these spellings. */
function findTrick(rest: string): string | undefined {
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(rest)) return 'the address has a control character in it';
  const beforeQuery = rest.replace(/[?#].*$/su, '');
  if (beforeQuery.includes('\\')) return 'the address has a backslash in it';
  if (beforeQuery.startsWith('///')) return 'the address has no host where one is expected';
  const authority = beforeQuery.replace(/^\/{0,2}/u, '').replace(/\/.*$/su, '');
  if (authority.includes('@')) return 'the address has a user name in it';
  return undefined;
}

function describeWeb(url: URL, scheme: 'http' | 'https', known: KnownHosts): UrlFacts {
  if (url.username !== '' || url.password !== '') return doubtful('the address has a user name in it');
  const port = url.port === '' ? (scheme === 'http' ? 80 : 443) : Number(url.port);
  if (port === 0) return doubtful('port 0 is no port');
  const host = bareHost(url.hostname);
  const isAddress = isIP(host) !== 0;
  const bad = isAddress ? undefined : findBadName(host);
  if (bad !== undefined) return doubtful(bad);
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  // With the root's dot `example.com.` is another origin to a browser; policy knows one name for both.
  if (url.hostname.endsWith('.')) url.hostname = host;
  const literal = describeLiteral(host, port, isAddress, known);
  return {
    kind: 'web',
    url: url.href,
    origin: url.origin,
    scheme,
    host,
    port,
    ...(literal !== undefined && { literal }),
    name: isAddress ? 'address' : isSpecialName(host) ? 'special' : 'public',
    isOpened: literal?.class !== 'own' && known.opened.has(host, port),
    ...(literal?.class !== 'own' && isLoopbackHost(host) && { isLoopback: true }),
  };
}

function describeLiteral(host: string, port: number, isAddress: boolean, known: KnownHosts): AddressFacts | undefined {
  if (isAddress) {
    const facts = describeAddress(host, port, known);
    return facts.class !== 'own' && known.opened.has(facts.address, port) ? { ...facts, isOpened: true } : facts;
  }
  // No lookup is needed to know what these are.
  if (isLocalhostName(host) && known.own.has('127.0.0.1', port)) return { address: '127.0.0.1', class: 'own' };
  return undefined;
}

/**
 * An address with a port: our own listeners first, then its class. Not whether the operator opened it: an address is
 * opened for whoever writes the address, and anybody's name can resolve to it.
 */
export function describeAddress(address: string, port: number, known: KnownHosts): AddressFacts {
  const facts = classifyAddress(address);
  if (known.own.has(facts.address, port)) return { address: facts.address, class: 'own' };
  // A public address of this very machine reaches what listens here for nobody but its neighbours.
  return facts.class === 'public' && known.own.isThisMachine(facts.address) ? { ...facts, class: 'private' } : facts;
}

function findBadName(host: string): string | undefined {
  if (host.length > 253) return 'the host name is too long';
  const labels = host.split('.');
  if (labels.some((label) => label === '')) return 'the host name has an empty label';
  if (labels.some((label) => label.length > 63)) return 'the host name has a label that is too long';
  // The URL standard lets more through than any host name has.
  if (!/^[a-z0-9._-]+$/u.test(host)) return 'the host name has a character that no host name has';
  return undefined;
}

function doubtful(why: string): UrlFacts {
  return { kind: 'doubtful', why };
}
