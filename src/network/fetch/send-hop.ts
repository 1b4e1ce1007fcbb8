import { request as startRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls, rootCertificates } from 'node:tls';
import type { FetchRequest, WebUrlFacts } from '../../core/index.js';
import { dial } from '../proxy/dial.js';
import { openSocket } from '../proxy/route.js';
import type { Route } from '../proxy/route.js';

export interface Hop extends FetchRequest {
  readonly url: WebUrlFacts;
}

export interface SendOptions {
  readonly userAgent: string;
  /** Certificates to trust beside the usual ones. */
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
  /** From here on the server may have acted on it. */
  readonly onSending: () => void;
}

/** One request on a connection of its own, up to the head of the answer. */
export async function sendHop(route: Route, hop: Hop, options: SendOptions): Promise<IncomingMessage> {
  const { url } = hop;
  const { host, pathname, search } = new URL(url.url);
  const wire = await openWire(route, url, options);
  const body = hop.method === 'POST' ? Buffer.from(hop.body ?? '', 'utf8') : undefined;
  const headers = [
    ...['Host', host, 'Connection', 'close', 'Accept-Encoding', 'gzip, br', ...wire.headers],
    ...Object.entries({ 'User-Agent': options.userAgent, Accept: '*/*' })
      .filter(([name]) => !hasHeader(hop, name))
      .flat(),
    ...Object.entries(hop.headers).flat(),
    ...(body === undefined ? [] : ['Content-Length', String(body.length)]),
  ];
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = startRequest({
      ...{ method: hop.method, path: wire.absolute ? url.url : pathname + search, headers, setHost: false },
      ...{ createConnection: () => wire.stream, signal: options.signal, maxHeaderSize: 65_536 },
    });
    request.once('response', resolve);
    // Nothing was asked to be switched to.
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('the server switched protocols'));
    });
    request.on('error', reject);
    options.onSending();
    request.end(body);
  }).catch((error: unknown) => {
    wire.stream.destroy();
    throw error;
  });
}

interface Wire {
  readonly stream: Duplex;
  /** Through a company's proxy a plain request names its whole URL. */
  readonly absolute: boolean;
  readonly headers: readonly string[];
}

async function openWire(route: Route, url: WebUrlFacts, { ca, signal }: SendOptions): Promise<Wire> {
  if (route.kind === 'upstream' && url.scheme === 'http') {
    const { proxy } = route;
    const stream = await dial(await proxy.addresses(), proxy.port, signal);
    return { stream, absolute: true, headers: proxy.credentials };
  }
  const socket = await openSocket(route, url, signal);
  const stream = url.scheme === 'http' ? socket : await secure(socket, url, ca, signal);
  return { stream, absolute: false, headers: [] };
}

function secure(socket: Duplex, url: WebUrlFacts, ca: string | undefined, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const tls = startTls({
      ...{ socket, host: url.host, ALPNProtocols: ['http/1.1'] },
      ...(isIP(url.host) === 0 && { servername: url.host }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    });
    const give = () => {
      tls.destroy(new Error('the server did not finish the handshake'));
    };
    const finish = () => {
      signal.removeEventListener('abort', give);
      tls.removeListener('error', reject).removeListener('close', give);
    };
    signal.addEventListener('abort', give, { once: true });
    // Heard for as long as it lives: an unheard error would end the process.
    tls.on('error', finish);
    tls.once('error', reject).once('close', give);
    tls.once('secureConnect', () => {
      finish();
      resolve(tls);
    });
    if (signal.aborted) give();
  });
}

function hasHeader({ headers }: Hop, name: string): boolean {
  return Object.keys(headers).some((given) => given.toLowerCase() === name.toLowerCase());
}
