import { isIP } from 'node:net';
import { isLoopbackHost } from './special-names.js';

/**
 * `network.unsafeAllowPrivate`, compiled: exact hosts and ports, and `localhost` for every port of this machine. The
 * three ways to write this machine mean one server, so that a port opened by one of them is open by the others; a DNS
 * name that resolves to loopback is none of them.
 */
export interface OpenedHosts {
  has(host: string, port: number): boolean;
  /** The names among them (not the addresses): each is pinned to what it resolves to at start. */
  readonly names: readonly { readonly host: string; readonly port: number }[];
}

const SHAPE = /^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*,]+):\d{1,5}$/iu;

/** Reads `host:port`; undefined if it is anything else. The host comes back as in UrlFacts. */
export function parseOpenedHost(text: string): { readonly host: string; readonly port: number } | undefined {
  if (!SHAPE.test(text)) return undefined;
  const colon = text.lastIndexOf(':');
  const port = Number(text.slice(colon + 1));
  const address = `http://${text.slice(0, colon)}/`;
  if (port < 1 || port > 65_535 || !URL.canParse(address)) return undefined;
  const host = bareHost(new URL(address).hostname);
  return host === '' ? undefined : { host, port };
}

/** `localhost` alone opens every loopback port, by any of this machine's own names. */
export function isEveryLoopbackPort(text: string): boolean {
  return text.toLowerCase() === 'localhost';
}

export function compileOpenedHosts(entries: readonly string[]): OpenedHosts {
  const opened = entries.flatMap((entry) => parseOpenedHost(entry) ?? []);
  const keys = new Set(opened.flatMap(({ host, port }) => sameMachine(host).map((name) => keyOf(name, port))));
  const isLoopbackOpen = entries.some(isEveryLoopbackPort);
  return {
    has: (host, port) => keys.has(keyOf(host, port)) || (isLoopbackOpen && isLoopbackHost(host)),
    names: opened.filter(({ host }) => isIP(host) === 0),
  };
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

function sameMachine(host: string): readonly string[] {
  return THIS_MACHINE.includes(host) ? THIS_MACHINE : [host];
}

/** A URL's hostname without brackets and without the root's dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

function keyOf(host: string, port: number): string {
  return `${host} ${port}`;
}
