import type { Duplex } from 'node:stream';
import type { AddressFacts, Egress, JudgeEgress, RecordedEvent, Scope, WebUrlFacts } from '../core/index.js';
import { AnnouncedHosts } from './proxy/announced-hosts.js';
import { authorizeRequest, cutForbidden } from './proxy/authorize-request.js';
import type { ProxyContext } from './proxy/authorize-request.js';
import { describeAddress, describeUrl } from './address/describe-url.js';
import type { KnownHosts } from './address/describe-url.js';
import { compileOpenedHosts } from './address/opened-hosts.js';
import type { NetworkOptions } from './options.js';
import { shortLookup } from './dns/short-lookup.js';
import { createOwnListeners } from './address/own-listeners.js';
import type { OwnListeners } from './address/own-listeners.js';
import { startProxy } from './proxy/proxy.js';
import type { RunningProxy } from './proxy/proxy.js';
import { openRemoteProxyPort } from './proxy/remote-proxy-port.js';
import type { RemoteProxyPort, RemoteProxyOptions } from './proxy/remote-proxy-port.js';
import { createProxySessions } from './proxy/proxy-sessions.js';
import type { ProxySessions } from './proxy/proxy-sessions.js';
import { createResolver } from './dns/resolver.js';
import type { NameResolver } from './dns/resolver.js';
import { isLocalhostName } from './address/special-names.js';
import { createTlsExceptions } from './proxy/tls-exceptions.js';
import { createUpstreamProxy, readUpstreamCa } from './proxy/upstream-proxy.js';

export interface EgressDependencies {
  readonly judge: JudgeEgress;
  readonly log: (line: string) => void;
  readonly note: (event: RecordedEvent) => void;
  /** Shared with whoever else listens in this process. */
  readonly own?: OwnListeners;
  readonly resolver?: NameResolver;
  /** See ProxyContext. */
  readonly leakDetectorFor?: ProxyContext['leakDetectorFor'];
  /** Absent: browsers on other machines have no way in. */
  readonly remoteProxy?: RemoteProxyOptions | undefined;
  /** `host:port` of sites whose certificates are broken, and which are to be shown all the same. */
  readonly insecureHosts?: readonly string[];
}

/** The way out of this process: reads URLs, resolves names, and runs the proxy from the first session on. */
export function createEgress(options: NetworkOptions, dependencies: EgressDependencies): Egress {
  const { judge, log, leakDetectorFor } = dependencies;
  const known = {
    own: dependencies.own ?? createOwnListeners(),
    opened: compileOpenedHosts(options.unsafeAllowPrivate),
  };
  const resolver = dependencies.resolver ?? createResolver({ servers: options.resolver });
  const upstream = createUpstreamProxy(options.upstreamProxy, resolver);
  const resolve = createResolve(known, upstream === undefined ? resolver : shortLookup(resolver), log);
  const tlsExceptions = createTlsExceptions(dependencies.insecureHosts ?? []);
  const describe = (url: string) => describeUrl(url, known);
  const note = noteOrLog(dependencies.note, log);
  const sessions = createProxySessions(({ scope, tally }) => {
    for (const { event, facts } of tally.repeats()) note({ event, scope, facts });
  });
  const context: ForProxy = { sessions, judge, describe, resolve, upstream, tlsExceptions, leakDetectorFor, note, log };
  const proxy = startedOnce(() => startNoted(context, known.own));
  const { remoteProxy } = dependencies;
  const remotePort = remoteProxy && remotePortOf(remoteProxy, { sessions, note, run: proxy.start, own: known.own });
  return {
    describe,
    resolve,
    resolvesElsewhere: upstream !== undefined,
    trust: { keyHash: tlsExceptions?.keyHash, authorities: readUpstreamCa(options.upstreamProxy) },
    async admit(scope) {
      const { port } = await proxy.start();
      const { username, password } = sessions.admit(scope);
      return { server: `http://127.0.0.1:${port}`, username, password };
    },
    ...(remotePort && { admitRemote: admitBy(remotePort.open, sessions) }),
    listenToPages: (scope, caughtUp) => (sessions.admit(scope).pages = new AnnouncedHosts(describe, caughtUp)),
    serveAsProxy: (connection) => {
      serveConnection(proxy.current(), connection);
    },
    maySendRequest: (scope, url, sent, signal) => isCleared(context, scope, url, sent, signal),
    recheck: (scope) => cutForbidden(context, scope),
    dismiss: sessions.dismiss,
    ...{ counts: sessions.counts, received: (scope) => sessions.find(scope)?.received.bytes ?? 0 },
    async close() {
      sessions.dismissAll();
      await remotePort?.close();
      await stopProxy(proxy.current(), known.own);
    },
  };
}

function admitBy(open: () => Promise<RemoteProxyPort>, sessions: ProxySessions): NonNullable<Egress['admitRemote']> {
  return async (scope, revived) => (await open()).admissionOf(sessions.admit(scope, revived));
}

/** By the first that needs it, and again after a start that failed. */
function startedOnce<T>(start: () => Promise<T>) {
  let running: Promise<T> | undefined;
  return {
    current: () => running,
    start: (): Promise<T> => {
      running ??= start();
      return running.catch((error: unknown) => {
        running = undefined;
        throw error;
      });
    },
  };
}

type ForProxy = Parameters<typeof startProxy>[0];

/** No proxy runs whose port pages could open. */
async function startNoted(context: ForProxy, own: OwnListeners): Promise<RunningProxy> {
  const running = await startProxy(context);
  try {
    own.add('127.0.0.1', running.port);
    return running;
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** Opened by the first session that needs it. */
function remotePortOf(
  options: RemoteProxyOptions,
  deps: Pick<Parameters<typeof openRemoteProxyPort>[1], 'sessions' | 'note'> & {
    readonly run: () => Promise<RunningProxy>;
    readonly own: OwnListeners;
  },
) {
  const remotePort = startedOnce(async (): Promise<RemoteProxyPort> => {
    const { serveAsProxy } = await deps.run();
    const opened = await openRemoteProxyPort(options, { ...deps, serveAsProxy });
    deps.own.add(options.listen, opened.port);
    return opened;
  });
  return {
    open: remotePort.start,
    close: async (): Promise<void> => {
      const opened = await remotePort.current()?.catch(() => undefined);
      if (opened === undefined) return;
      deps.own.remove(options.listen, opened.port);
      await opened.close();
    },
  };
}

async function isCleared(
  context: ProxyContext,
  scope: Scope,
  url: string,
  sent: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const facts = context.describe(url);
  const session = context.sessions.find(scope);
  if (facts.kind !== 'web' || session === undefined) return false;
  return 'route' in (await authorizeRequest(context, session, [facts], signal, () => sent));
}

async function stopProxy(proxy: Promise<RunningProxy> | undefined, own: OwnListeners): Promise<void> {
  const running = await proxy?.catch(() => undefined);
  if (running === undefined) return;
  await running.close();
  own.remove('127.0.0.1', running.port);
}

/** A connection is closed when no proxy serves it: a client could otherwise keep it open for ever. */
function serveConnection(proxy: Promise<RunningProxy> | undefined, connection: Duplex): void {
  const giveUp = (): void => {
    connection.destroy();
  };
  connection.on('error', giveUp);
  if (proxy === undefined) giveUp();
  else {
    proxy.then(({ serveAsProxy }) => {
      serveAsProxy(connection);
    }, giveUp);
  }
}

/** The record may be unwritable; a refusal must stay a refusal then. */
export function noteOrLog(note: (event: RecordedEvent) => void, log: (line: string) => void) {
  return (event: RecordedEvent): void => {
    try {
      note(event);
    } catch {
      log(`network: ${event.event} could not be recorded`);
    }
  };
}

/** Names that the operator opened keep the addresses they had at start; all others are asked for. */
function createResolve(known: KnownHosts, resolver: NameResolver, log: (line: string) => void): Egress['resolve'] {
  const pinned = new Map(known.opened.names.map(({ host }) => [host, pin(resolver, host, log)]));
  return async (url: WebUrlFacts, signal: AbortSignal): Promise<readonly AddressFacts[]> => {
    if (url.literal !== undefined) return [url.literal];
    const fixed = url.isOpened ? pinned.get(url.host) : undefined;
    if (fixed !== undefined) {
      const addresses = (await fixed).map((address) => describeAddress(address, url.port, known));
      return addresses.map((facts) => (facts.class === 'own' ? facts : { ...facts, isOpened: true }));
    }
    // No resolver is asked what this machine is (RFC 6761, section 6.3).
    if (isLocalhostName(url.host)) {
      const own = ['127.0.0.1', '::1'].map((address) => describeAddress(address, url.port, known));
      return url.isOpened ? own.map((facts) => (facts.class === 'own' ? facts : { ...facts, isOpened: true })) : own;
    }
    // Such names must not be sent to a public resolver.
    if (url.name === 'special') return [];
    const addresses = await resolver.lookup(url.host, signal);
    return addresses.map((address) => describeAddress(address, url.port, known));
  };
}

async function pin(resolver: NameResolver, host: string, log: (line: string) => void): Promise<readonly string[]> {
  const addresses = await resolver.lookupOpened(host).catch(() => []);
  if (addresses.length === 0) log(`network.unsafeAllowPrivate: ${host} has no address now and stays closed`);
  return addresses;
}
