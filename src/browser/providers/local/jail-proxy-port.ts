import type { ChildProcess } from 'node:child_process';
import { createServer, Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure } from '../../../core/index.js';

/** The number that the channel to the proxy port's program has in the jail. */
const CHANNEL = 6;

/**
 * Runs inside the jail while the browser starts: opens a port on the jail's own loopback, hands the open port out to us
 * and is gone. What the browser connects to there is accepted out here, so nothing has to be relayed, and nothing in
 * the jail can be broken into to get out. Before it goes it tries the two ways that no browser is needed for.
 */
const PROGRAM = `
const net = require('node:net'), { createSocket } = require('node:dgram'), { networkInterfaces } = require('node:os');
const [port, tcp, udp] = process.argv.slice(1).map(Number);
const server = net.createServer().listen(port, '127.0.0.1', () => process.send('port', server));
const plain = new Promise((done) => net.connect(tcp, '127.0.0.1').on('connect', done).on('error', done));
const datagram = new Promise((done) => createSocket('udp4').send('jail', udp, '127.0.0.1', done));
Promise.all([plain, datagram]).then(() => process.send({ interfaces: Object.keys(networkInterfaces()) }));
process.on('message', () => process.exit());
`;

/**
 * `$0` is Node and `$1` its program; the browser follows after its three ports, and gets nothing of the channel.
 * The program is nobody's child, so that the jail's first process buries it.
 */
const WITH_PROXY_PORT =
  `("$0" -e "$1" "$2" "$3" "$4" &); exec ${String(CHANNEL)}>&-; ` +
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE; shift 4; exec "$@"';

export interface JailPorts {
  /** Where the browser believes the proxy to be. */
  readonly proxy: number;
  /** Where something of ours listens, outside, that must not be reached. */
  readonly canary: { readonly tcp: number; readonly udp: number };
}

export function withProxyPort(node: string, ports: JailPorts): string[] {
  const { proxy, canary } = ports;
  return ['/bin/sh', '-c', WITH_PROXY_PORT, node, PROGRAM, ...[proxy, canary.tcp, canary.udp].map(String)];
}

export interface JailProxyPort {
  close(): void;
}

/** Resolves when the port listens and its program has found no other way out. */
export function receiveProxyPort(
  child: ChildProcess,
  serveAsProxy: (connection: Duplex) => void,
): Promise<JailProxyPort> {
  return new Promise((resolve, reject) => {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, serveAsProxy);
    listener.on('error', reject);
    listener.on('connection', (connection) => connection.on('error', () => undefined));
    child.on('message', (message: unknown, handle: unknown) => {
      if (handle instanceof Server) listener.listen(handle);
      else if (isAlone(message) && listener.listening) {
        child.send('go', () => undefined);
        resolve({ close: () => listener.close() });
      } else reject(new Failure('browser.start-failed', 'Its jail has a network.'));
    });
    child.once('disconnect', () => {
      reject(new Failure('browser.start-failed', 'Its jail ended before the proxy had a port in it.'));
    });
  });
}

function isAlone(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('interfaces' in message)) return false;
  const { interfaces } = message;
  return Array.isArray(interfaces) && interfaces.every((name) => name === 'lo');
}
