import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Failure } from '../../core/index.js';
import { bareHost } from '../address/opened-hosts.js';
import type { NetworkOptions } from '../options.js';
import type { NameResolver } from '../dns/resolver.js';

/** A company's proxy. The operator named it, so its own address is not judged; what is sent through it is. */
export interface UpstreamProxy {
  readonly port: number;
  /** Raw headers for each request that it gets; they go to nobody else. */
  readonly credentials: readonly string[];
  addresses(): Promise<readonly string[]>;
}

const KEEP_MS = 60_000;

export function createUpstreamProxy(
  option: NetworkOptions['upstreamProxy'],
  resolver: NameResolver,
): UpstreamProxy | undefined {
  if (option === undefined) return undefined;
  const url = new URL(typeof option === 'string' ? option : option.url);
  const host = bareHost(url.hostname);
  let known: { readonly until: number; readonly addresses: readonly string[] } | undefined;
  return {
    port: url.port === '' ? 80 : Number(url.port),
    credentials: credentialsOf(url),
    async addresses() {
      if (isIP(host) !== 0) return [host];
      if (known !== undefined && known.until > performance.now()) return known.addresses;
      const addresses = await resolver.lookupOpened(host).catch(() => []);
      if (addresses.length > 0) known = { until: performance.now() + KEEP_MS, addresses };
      // An old answer is better than none: nothing is judged by it.
      return addresses.length > 0 ? addresses : (known?.addresses ?? []);
    },
  };
}

function credentialsOf({ username, password }: URL): readonly string[] {
  if (username === '' && password === '') return [];
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return ['Proxy-Authorization', `Basic ${Buffer.from(plain, 'utf8').toString('base64')}`];
}

/** The certificates of a proxy that opens TLS. A file that is not there stops the start, not the first fetch. */
export function readUpstreamCa(option: NetworkOptions['upstreamProxy']): string | undefined {
  const file = typeof option === 'object' ? option.caFile : undefined;
  if (file === undefined) return undefined;
  const key = 'network.upstreamProxy.caFile';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('config.invalid', `${key}: it cannot be read`, undefined, error);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Failure('config.invalid', `${key}: expected certificates in PEM form`);
  }
  return text;
}
