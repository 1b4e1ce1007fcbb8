import { request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressFacts, WebUrlFacts } from '../../core/index.js';
import { dial } from './dial.js';
import { limitTime } from '../limit-time.js';
import { joinVetted } from './pinned-agent.js';
import type { UpstreamProxy } from './upstream-proxy.js';

/** How a request that was cleared goes out: to exactly these addresses, or by its name through a company's proxy. */
export type Route =
  | { readonly kind: 'direct'; readonly addresses: readonly string[] }
  | { readonly kind: 'upstream'; readonly proxy: UpstreamProxy };

const TUNNEL_MS = 20_000;

/** Private addresses that the operator opened are dialed directly: an upstream proxy would resolve them on its own side. */
export function chooseRoute(proxy: UpstreamProxy | undefined, addresses: readonly AddressFacts[]): Route {
  if (proxy !== undefined && !addresses.some(({ isOpened }) => isOpened === true)) return { kind: 'upstream', proxy };
  return { kind: 'direct', addresses: addresses.map(({ address }) => address) };
}

/** A connection on which the bytes go to the server of this URL itself. */
export async function openSocket(route: Route, url: WebUrlFacts, signal: AbortSignal): Promise<Duplex> {
  if (route.kind === 'direct') return dial(route.addresses, url.port, signal);
  const { proxy } = route;
  const socket = await dial(await proxy.addresses(), proxy.port, signal);
  try {
    return await limitTime(signal, TUNNEL_MS, (patience) => openTunnel(socket, proxy, authorityOf(url), patience));
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Where a plain http request is sent, and what must be in it beside its own headers. */
export interface PlainTarget {
  /** As a PinnedAgent takes it. */
  readonly host: string;
  /** The value of the Host header. */
  readonly authority: string;
  readonly port: number;
  readonly path: string;
  readonly headers: readonly string[];
}

export async function plainTarget(route: Route, url: WebUrlFacts): Promise<PlainTarget> {
  // A URL that was described has neither user name nor fragment: it is its origin and what is asked for there.
  const [authority, path] = [url.origin.slice(`${url.scheme}://`.length), url.url.slice(url.origin.length)];
  if (route.kind === 'direct') {
    return { host: joinVetted(route.addresses), authority, port: url.port, path, headers: [] };
  }
  const { proxy } = route;
  const host = joinVetted(await proxy.addresses());
  return { host, authority, port: proxy.port, path: url.url, headers: proxy.credentials };
}

function openTunnel(socket: Socket, proxy: UpstreamProxy, authority: string, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      ...{ method: 'CONNECT', path: authority, headers: ['Host', authority, ...proxy.credentials], setHost: false },
      ...{ createConnection: () => socket, signal },
    });
    request.once('connect', (answer, tunnel, head) => {
      if (answer.statusCode !== 200) {
        reject(new UpstreamRefusal(answer.statusCode ?? 0));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
    });
    request.once('response', (answer) => {
      reject(new UpstreamRefusal(answer.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end();
  });
}

/** The company's proxy did not open the tunnel. */
export class UpstreamRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the upstream proxy answered ${status}`);
    this.status = status;
  }
}

function authorityOf({ host, port }: WebUrlFacts): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
