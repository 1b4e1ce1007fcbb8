import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { sessionKey } from '../../core/index.js';
import type { EgressCounts, Scope, WebUrlFacts } from '../../core/index.js';
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
  /** Every origin that something was let out to, by its origin. */
  readonly reached: Map<string, WebUrlFacts>;
  readonly tally: EgressTally;
  /** What came back, bodies and tunnels. */
  readonly received: { bytes: number };
  /** Requests that its pages announced over DevTools; absent while there are no announcements, and every request counts as a page's. */
  pages?: AnnouncedHosts;
}

export interface ProxySessions {
  admit(scope: Scope): ProxySession;
  find(scope: Scope): ProxySession | undefined;
  /** The session that these credentials are of, if any. */
  authenticate(header: string | undefined): ProxySession | undefined;
  /** Its credentials are worth nothing from now on, and what it has under way is cut off. */
  readonly dismiss: (scope: Scope) => void;
  readonly counts: (scope: Scope) => EgressCounts;
  dismissAll(): void;
}

export function createProxySessions(onDismissed: (session: ProxySession) => void = () => undefined): ProxySessions {
  const byScope = new Map<string, ProxySession>();
  const byUsername = new Map<string, ProxySession>();
  /** The Proxy-Authorization header of a session's browser, after it was verified once. */
  const byHeader = new Map<string, ProxySession>();
  const dismissOne = (session: ProxySession) => {
    byScope.delete(sessionKey(session.scope));
    byUsername.delete(session.username);
    for (const [header, whose] of byHeader) if (whose === session) byHeader.delete(header);
    session.agent.destroy();
    for (const client of session.active.keys()) client.destroy();
    onDismissed(session);
  };
  return {
    admit(scope) {
      const known = byScope.get(sessionKey(scope));
      if (known !== undefined) return known;
      const session = newSession(scope);
      byScope.set(sessionKey(scope), session);
      byUsername.set(session.username, session);
      return session;
    },
    find: (scope) => byScope.get(sessionKey(scope)),
    authenticate(header) {
      const known = header === undefined ? undefined : byHeader.get(header);
      if (known !== undefined) return known;
      const given = readBasic(header);
      const session = given === undefined ? undefined : byUsername.get(given.username);
      if (given === undefined || session === undefined) return undefined;
      if (header === undefined || !timingSafeEqual(digest(given.password), digest(session.password))) return undefined;
      // Found by a hash of the whole and not letter by letter: how long it takes tells nobody anything.
      byHeader.set(header, session);
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

function newSession(scope: Scope): ProxySession {
  return {
    scope,
    username: randomBytes(12).toString('hex'),
    password: randomBytes(24).toString('base64url'),
    agent: new PinnedAgent(),
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
