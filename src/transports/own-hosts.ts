import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Failure } from '../core/index.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const WILDCARDS = new Set(['0.0.0.0', '::']);

export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Anybody on the network could drive the browser: elsewhere than loopback only with a token. */
export function refuseUnsafeBind(host: string, hasTokens: boolean): void {
  if (isLoopback(host) || hasTokens) return;
  throw new Failure(
    'config.invalid',
    `http.host: ${host} is reachable from other machines, and there is no token that a caller would have to show`,
  );
}

/** Each `Host` that is ours, with its port, and the origins that a page of ours has under it. */
export type OwnHosts = ReadonlyMap<string, readonly string[]>;

/**
 * A page that rebinds its own name to our address still sends that name, so a name is ours only when it is
 * `localhost`, the one we were told to bind, or listed. Before the listed ones is a proxy that speaks TLS.
 */
export function ownHosts(asked: string, bound: Address, listed: readonly string[] = []): OwnHosts {
  const names = new Set([asked, bound.host]);
  if (WILDCARDS.has(bound.host)) {
    for (const { address } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []))
      names.add(address);
  }
  if (isLoopback(bound.host) || WILDCARDS.has(bound.host)) names.add('localhost');
  const hosts = new Map(listed.map((host) => [host.toLowerCase(), originsOf(host, 'https', 'http')]));
  for (const name of names) {
    const spelled = isIP(name) === 6 ? `[${name}]` : name;
    // Port 80 is the one that clients leave out.
    for (const host of bound.port === 80 ? [`${spelled}:80`, spelled] : [`${spelled}:${bound.port}`])
      hosts.set(host.toLowerCase(), originsOf(host, 'http'));
  }
  return hosts;
}

function originsOf(host: string, ...schemes: readonly string[]): string[] {
  return schemes.map((scheme) => `${scheme}://${host.toLowerCase()}`);
}
