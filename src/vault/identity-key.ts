import type { WebUrlFacts } from '../core/index.js';

const SCHEME_PORT = { http: 80, https: 443 } as const;

/** Where the identity of a URL may be kept: under `host:port` if the port is unusual, then under the host. */
export function keysOf({ host, port, scheme }: Pick<WebUrlFacts, 'host' | 'port' | 'scheme'>): readonly string[] {
  if (port === SCHEME_PORT[scheme]) return [host];
  return [`${host.includes(':') ? `[${host}]` : host}:${String(port)}`, host];
}

/**
 * The key that a person or a record means by `GitHub.com`, `.github.com` or `host:8443`, as our own parser reads it;
 * undefined for what is no host.
 */
export function keyFromText(text: string): string | undefined {
  const bare = text.trim().replace(/^\./u, '');
  const authority = /^[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*$/iu.test(bare) ? `[${bare}]` : bare;
  if (authority === '' || /[/?#@\\%\s]/u.test(authority) || !URL.canParse(`https://${authority}/`)) return undefined;
  const url = new URL(`https://${authority}/`);
  const host = url.hostname.replace(/\.$/u, '');
  if (host === '' || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/u.test(host)) return undefined;
  return url.port === '' ? host.replace(/^\[|\]$/gu, '') : `${host}:${url.port}`;
}

/** The origin that a key stands for when its record names none. */
export function originOfKey(key: string): string {
  return `https://${key.includes(':') && !/^\[|^[^:]*:\d+$/u.test(key) ? `[${key}]` : key}`;
}

/** `PASSWORD_GITHUB_COM`: what `<…>` takes. */
export function secretName(...words: readonly string[]): string {
  const name = words
    .map((word) =>
      word
        .toUpperCase()
        .replace(/[^A-Z0-9]+/gu, '_')
        .replace(/^_+|_+$/gu, ''),
    )
    .filter((word) => word !== '')
    .join('_');
  return name.slice(0, MAX_NAME);
}

const MAX_NAME = 64;
