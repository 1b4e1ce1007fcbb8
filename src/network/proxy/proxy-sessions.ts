import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sessionKey } from '../../core/index.js';
import type { EgressCounts, LabelBinding, Scope, WebUrlFacts } from '../../core/index.js';
import type { AnnouncedHosts } from './announced-hosts.js';
import { createTally } from './egress-tally.js';
import type { EgressTally } from './egress-tally.js';
import { PinnedAgent } from './pinned-agent.js';

/** One browser session at the proxy: its credentials, its connections, and what it did. */
export interface ProxySession {
  readonly scope: Scope;
  readonly username: string;
  readonly password: string;
  readonly agent: PinnedAgent;
  /** The clients of requests and tunnels that are under way, and where they go. */
  readonly active: Map<Duplex, readonly WebUrlFacts[]>;
  /** Connections that are its own alone. */
  readonly connections: Set<Duplex>;
  /** Every origin that something was let out to, by its origin. */
  readonly reached: Map<string, WebUrlFacts>;
  readonly tally: EgressTally;
  /** Bytes of responses, bodies and tunnels. */
  readonly received: { bytes: number };
  /** 128 bits: the name by which a browser elsewhere is known to be this session's. */
  readonly label: string;
  /** Where that browser is: the first address that used the label. */
  nodeAddress?: string;
  /** The session was taken over from a server that is gone and is not guarded yet: its requests are refused. */
  isHeld?: boolean;
  /** True: the URL is of the self-test, which is told and lets nothing out. */
  isSelfTest?: (url: string) => boolean;
  /** Requests that its pages announced over DevTools; absent while there are no announcements, and every request counts as a page's. */
  pages?: AnnouncedHosts;
}

/** A request or tunnel of this client is under way until the client closes. The signal fires then. */
export function trackClient(session: ProxySession, client: Duplex, readings: readonly WebUrlFacts[]): AbortSignal {
  session.active.set(client, readings);
  const gone = new AbortController();
  client.once('close', () => {
    gone.abort();
    session.active.delete(client);
  });
  return gone.signal;
}

export interface ProxySessions {
  /** `revived`: its browser has this label already, and is at this address. */
  admit(scope: Scope, revived?: LabelBinding): ProxySession;
  find(scope: Scope): ProxySession | undefined;
  /** The session that a request is of, by its connection or by its credentials, if any. */
  authenticate(request: IncomingMessage): ProxySession | undefined;
  /** The session of this label, if it lives. */
  byLabel(label: string): ProxySession | undefined;
  /** All requests over this connection belong to the session. */
  bind(connection: Duplex, session: ProxySession): void;
  /** Its credentials are worth nothing from now on, and what it has under way is cut off. */
  readonly dismiss: (scope: Scope) => void;
  readonly counts: (scope: Scope) => EgressCounts;
  dismissAll(): void;
}

export function createProxySessions(onDismissed: (session: ProxySession) => void): ProxySessions {
  const byScope = new Map<string, ProxySession>();
  const byUsername = new Map<string, ProxySession>();
  /** The Proxy-Authorization header of a session's browser, after it was verified once. */
  const byHeader = new Map<string, ProxySession>();
  const byLabel = new Map<string, ProxySession>();
  /** Connections of browsers elsewhere; they end with their session. */
  const bound = new WeakMap<Duplex, ProxySession>();
  const dismissOne = (session: ProxySession) => {
    byScope.delete(sessionKey(session.scope));
    byUsername.delete(session.username);
    byLabel.delete(session.label);
    for (const [header, whose] of byHeader) if (whose === session) byHeader.delete(header);
    session.agent.destroy();
    for (const client of [...session.active.keys(), ...session.connections]) client.destroy();
    onDismissed(session);
  };
  return {
    admit(scope, revived) {
      const known = byScope.get(sessionKey(scope));
      if (known !== undefined) return known;
      if (revived !== undefined && byLabel.has(revived.label)) throw new Error('the label is of another session');
      const session = newSession(scope, revived);
      byScope.set(sessionKey(scope), session);
      byUsername.set(session.username, session);
      byLabel.set(session.label, session);
      return session;
    },
    find: (scope) => byScope.get(sessionKey(scope)),
    byLabel: (label) => byLabel.get(label),
    bind(connection, session) {
      bound.set(connection, session);
      session.connections.add(connection);
      connection.once('close', () => session.connections.delete(connection));
    },
    authenticate({ socket, headers: { 'proxy-authorization': header } }) {
      const own = bound.get(socket);
      if (own !== undefined) return byLabel.get(own.label) === own ? own : undefined;
      const session = header === undefined ? undefined : (byHeader.get(header) ?? verify(header, byUsername));
      // Found by a hash of the whole and not letter by letter: how long it takes tells nobody anything.
      if (session !== undefined && header !== undefined) byHeader.set(header, session);
      return session;
    },
    dismiss(scope) {
      const session = byScope.get(sessionKey(scope));
      if (session !== undefined) dismissOne(session);
    },
    counts: (scope) => (byScope.get(sessionKey(scope))?.tally ?? createTally()).counts(),
    dismissAll() {
      for (const session of [...byScope.values()]) dismissOne(session);
    },
  };
}

function verify(header: string, byUsername: ReadonlyMap<string, ProxySession>): ProxySession | undefined {
  const given = readBasic(header);
  const session = given === undefined ? undefined : byUsername.get(given.username);
  if (given === undefined || session === undefined) return undefined;
  return timingSafeEqual(digest(given.password), digest(session.password)) ? session : undefined;
}

function newSession(scope: Scope, revived?: LabelBinding): ProxySession {
  return {
    scope,
    username: randomBytes(12).toString('hex'),
    password: randomBytes(24).toString('base64url'),
    label: revived?.label ?? randomBytes(16).toString('hex'),
    ...(revived === undefined ? {} : { nodeAddress: revived.node, isHeld: true }),
    agent: new PinnedAgent(),
    connections: new Set(),
    active: new Map(),
    reached: new Map(),
    tally: createTally(),
    received: { bytes: 0 },
  };
}

function readBasic(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^basic ([a-z0-9+/=]+)$/iu.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
