import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { EgressCounts, RecordedEvent, Scope } from '../core/index.js';
import { PinnedAgent } from './pinned-agent.js';

const MAX_REFUSALS = 50;
const MAX_OBSERVED = 2000;

/** One browser session at the proxy: its credentials, its connections, what it sent and what was refused. */
export interface ProxySession {
  readonly scope: Scope;
  readonly username: string;
  readonly password: string;
  readonly agent: PinnedAgent;
  /** Requests and tunnels that are under way. */
  readonly active: Set<Duplex>;
  total: number;
  refused: number;
  readonly refusals: Map<string, EgressCounts['refusals'][number]>;
  readonly observed: Set<string>;
}

export interface ProxySessions {
  admit(scope: Scope): ProxySession;
  /** The session that these credentials are of, if any. */
  authenticate(header: string | undefined): ProxySession | undefined;
  dismiss(scope: Scope): void;
  find(scope: Scope): ProxySession | undefined;
  /** Counts it, and notes the first of its kind in the record. */
  refuse(session: ProxySession, refusal: { origin: string; rule: string; reason: string }): void;
  /** Notes the first of its kind that passed only because the lists are being learned. */
  observe(session: ProxySession, origin: string, reason: string): void;
  dismissAll(): void;
}

export function createProxySessions(note: (event: RecordedEvent) => void): ProxySessions {
  const byScope = new Map<string, ProxySession>();
  const byUsername = new Map<string, ProxySession>();
  const dismissOne = (session: ProxySession) => {
    byScope.delete(keyOf(session.scope));
    byUsername.delete(session.username);
    session.agent.destroy();
    for (const stream of session.active) stream.destroy();
  };
  return {
    admit(scope) {
      const known = byScope.get(keyOf(scope));
      if (known !== undefined) return known;
      const session = newSession(scope);
      byScope.set(keyOf(scope), session);
      byUsername.set(session.username, session);
      return session;
    },
    authenticate(header) {
      const given = readBasic(header);
      const session = given === undefined ? undefined : byUsername.get(given.username);
      if (given === undefined || session === undefined) return undefined;
      return timingSafeEqual(digest(given.password), digest(session.password)) ? session : undefined;
    },
    dismiss(scope) {
      const session = byScope.get(keyOf(scope));
      if (session !== undefined) dismissOne(session);
    },
    find: (scope) => byScope.get(keyOf(scope)),
    refuse(session, refusal) {
      session.refused += 1;
      const key = `${refusal.origin} ${refusal.rule}`;
      const before = session.refusals.get(key);
      // Taken out and put back, so that the newest stand last.
      session.refusals.delete(key);
      session.refusals.set(key, { ...refusal, count: (before?.count ?? 0) + 1 });
      const [oldest] = session.refusals.keys();
      if (session.refusals.size > MAX_REFUSALS && oldest !== undefined) session.refusals.delete(oldest);
      if (before === undefined) note({ event: 'network.refused', scope: session.scope, facts: refusal });
    },
    observe(session, origin, reason) {
      const key = `${origin} ${reason}`;
      if (session.observed.has(key) || session.observed.size >= MAX_OBSERVED) return;
      session.observed.add(key);
      note({ event: 'network.would-refuse', scope: session.scope, facts: { origin, reason } });
    },
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
    active: new Set(),
    total: 0,
    refused: 0,
    refusals: new Map(),
    observed: new Set(),
  };
}

function readBasic(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^basic ([a-z0-9+/=]+)$/iu.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A session is a principal's; its tabs share it. */
function keyOf(scope: Scope): string {
  return JSON.stringify([scope.principal, scope.session]);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
