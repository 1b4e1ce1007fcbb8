import { createHash, createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { BlockList, createServer, isIP } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { Failure } from '../../core/index.js';
import type { RecordedEvent, RemoteAdmission } from '../../core/index.js';
import { BoundaryWatches } from './boundary-watches.js';
import { makeOwnCertificate, readOwnCertificate } from './own-certificate.js';
import type { OwnCertificate } from './own-certificate.js';
import type { ProxySession, ProxySessions } from './proxy-sessions.js';

/** The operator's `remote.proxy`. */
export interface RemoteProxyOptions {
  /** How browsers elsewhere reach this machine: a name with everything below it, or an address. */
  readonly host: string;
  readonly listen: string;
  readonly port: number;
  /** Only from these, addresses or networks; absent: from the first address that uses a label. */
  readonly nodes?: readonly string[] | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  /** Keeps our own certificate from one start to the next, for browsers that outlive us and know its key. Absent: none is kept. */
  readonly kept?: CertificateNote | undefined;
}

/** A private file: undefined when it is missing, or not this user's alone. */
export interface CertificateNote {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
}

export interface RemoteProxyPort {
  readonly port: number;
  admissionOf(session: ProxySession): RemoteAdmission;
  close(): Promise<void>;
}

interface PortDeps {
  readonly sessions: ProxySessions;
  readonly serveAsProxy: (connection: Duplex) => void;
  readonly note: (event: RecordedEvent) => void;
}

/** Below this name no public name exists (RFC 6761 and IANA's reservation of .internal). */
const NAME_FOR_ADDRESS = 'gatewright.internal';
const FIRST_BYTE_MS = 10_000;
const TLS_HANDSHAKE = 0x16;
const LABEL = /^[0-9a-f]{32}$/u;

/**
 * The proxy's port for browsers on other machines. It speaks TLS, and the name that a browser asks for is its session's
 * label: no label, no handshake. Only the first address that used a label may use it again.
 */
export async function openRemoteProxyPort(options: RemoteProxyOptions, deps: PortDeps): Promise<RemoteProxyPort> {
  const { host, listen } = options;
  const own = certificateFor(options);
  const isAddress = isIP(host) !== 0;
  const name = isAddress ? NAME_FOR_ADDRESS : host;
  const watches = new BoundaryWatches();
  const isNode = nodesOf(options.nodes);
  const find = (asked: string): ProxySession | undefined => {
    const [label = '', ...rest] = asked.toLowerCase().split('.');
    return LABEL.test(label) && rest.join('.') === name ? deps.sessions.byLabel(label) : undefined;
  };
  const tls = createTlsServer({
    ...{ key: own.key, cert: own.certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout: FIRST_BYTE_MS },
    minVersion: 'TLSv1.2',
    SNICallback: (asked, answer) => {
      answer(find(asked) === undefined ? new Error('nobody has this label') : null);
    },
  });
  tls.on('tlsClientError', () => undefined);
  tls.on('secureConnection', (socket) => {
    admit(socket, find(socket.servername === false ? '' : (socket.servername ?? '')), { ...deps, isNode });
  });
  const server = createServer((socket) => {
    sortByFirstByte(socket, tls, watches);
  });
  const port = await listenOn(server, listen, options.port);
  const datagrams = createSocket({ type: isIP(listen) === 6 ? 'udp6' : 'udp4' }, () => {
    watches.datagram();
  });
  // The test of datagrams is one more; where this port is taken for them the others have to do.
  datagrams.on('error', () => undefined).bind({ port, address: listen });
  return {
    port,
    admissionOf: (session) => admissionFor(session, { host, port, name, keyHash: own.keyHash, watches }),
    close: async () => {
      datagrams.close();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

interface Door {
  readonly host: string;
  readonly port: number;
  /** Below it are the labels. */
  readonly name: string;
  readonly keyHash: string;
  readonly watches: BoundaryWatches;
}

function admissionFor(session: ProxySession, { host, port, name, keyHash, watches }: Door): RemoteAdmission {
  const { label } = session;
  return {
    server: `https://${label}.${name}:${port}`,
    hostRule: isIP(host) === 0 ? `EXCLUDE *.${name}` : `MAP *.${name} ${host}`,
    keyHash,
    binding: () => (session.nodeAddress === undefined ? undefined : { label, node: session.nodeAddress }),
    letOut: () => {
      session.isHeld = false;
    },
    watch: () => watches.open(session, { host, port, token: randomBytes(16).toString('hex') }),
  };
}

/** A connection without a TLS handshake comes from no browser of ours; it may be one that bypasses the proxy. */
function sortByFirstByte(socket: Socket, tls: ReturnType<typeof createTlsServer>, watches: BoundaryWatches): void {
  socket.on('error', () => undefined);
  socket.setTimeout(FIRST_BYTE_MS, () => {
    socket.destroy();
  });
  socket.once('data', (first: Buffer) => {
    if (first[0] === TLS_HANDSHAKE) {
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(first);
      tls.emit('connection', socket);
      return;
    }
    watches.plainRequest(first.toString('latin1', 0, 2000));
    socket.destroy();
  });
}

/** A label goes over the wire as a name of TLS, which everybody on the way can read: where it is used from counts too. */
function admit(
  socket: TLSSocket,
  session: ProxySession | undefined,
  { sessions, serveAsProxy, note, isNode }: PortDeps & { readonly isNode: (address: string) => boolean },
): void {
  socket.on('error', () => undefined);
  const { remoteAddress } = socket;
  if (session === undefined || remoteAddress === undefined) {
    socket.destroy();
    return;
  }
  const isKnown = isNode(remoteAddress);
  if (isKnown) session.nodeAddress ??= remoteAddress;
  if (!isKnown || session.nodeAddress !== remoteAddress) {
    note({ event: 'network.label-refused', scope: session.scope, facts: { from: remoteAddress } });
    socket.destroy();
    return;
  }
  sessions.bind(socket, session);
  serveAsProxy(socket);
}

function nodesOf(nodes: readonly string[] | undefined): (address: string) => boolean {
  if (nodes === undefined) return () => true;
  const list = new BlockList();
  const kind = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  for (const node of nodes) {
    const [address = '', bits] = node.split('/');
    if (bits === undefined) list.addAddress(address, kind(address));
    else list.addSubnet(address, Number(bits), kind(address));
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/u, '');
    return list.check(plain, kind(plain));
  };
}

function certificateFor({ certFile, keyFile, kept }: RemoteProxyOptions): OwnCertificate {
  if (certFile === undefined || keyFile === undefined) return kept === undefined ? makeOwnCertificate() : keptOr(kept);
  try {
    const certificate = readFileSync(certFile, 'utf8');
    const key = readFileSync(keyFile, 'utf8');
    const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
    if (!new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }).equals(spki))
      throw new Error('they do not belong together');
    return { certificate, key, keyHash: createHash('sha256').update(spki).digest('base64') };
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Failure('config.invalid', `remote.proxy.certFile and keyFile cannot be used: ${why}`, undefined, error);
  }
}

/** One that cannot be read is replaced: browsers that know its key reach nobody, and are given up. */
function keptOr({ read, write }: CertificateNote): OwnCertificate {
  const known = readOwnCertificate(read());
  if (known !== undefined) return known;
  const made = makeOwnCertificate();
  write(JSON.stringify(made));
  return made;
}

function listenOn(server: Server, address: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const hint = `remote.proxy: ${address}:${port} cannot be listened on: ${error.message}`;
      reject(new Failure('browser.start-failed', hint, undefined, error));
    });
    server.listen({ host: address, port }, () => {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('the proxy has no port'));
      else resolve(bound.port);
    });
  });
}
