import type { Transform } from 'node:stream';
import type { RecordedEvent, Scope, UrlFacts, Verdict, WebUrlFacts } from '../../core/index.js';
import { authorizeUrl } from './authorize-url.js';
import type { WayOut } from './authorize-url.js';
import type { ProxySession, ProxySessions } from './proxy-sessions.js';
import type { Route } from './route.js';
import type { TlsExceptions } from './tls-exceptions.js';
import { LeakFound } from './watch-outgoing.js';
import type { FindLeakIn } from './watch-frames.js';

export interface ProxyContext extends WayOut {
  readonly sessions: ProxySessions;
  readonly describe: (url: string) => UrlFacts;
  readonly tlsExceptions?: TlsExceptions | undefined;
  /** Whether a text carries a secret of the session away from home; undefined while the session has none. */
  readonly leakDetectorFor?: ((scope: Scope) => FindLeak | undefined) | undefined;
  readonly note: (event: RecordedEvent) => void;
  readonly log: (line: string) => void;
}

/** The name of a secret in this text that does not belong to this origin. */
export type FindLeak = (text: string, origin: string) => string | undefined;

export interface EgressRefusal {
  readonly status: 400 | 403 | 502 | 503;
  readonly rule: string;
  /** The page can read this text, so it must say nothing that the page does not know already. */
  readonly reason: string;
}

export type AuthorizedRequest = { readonly route: Route } | { readonly refusal: EgressRefusal };

const MAX_AT_ONCE = 256;
/** Every origin that a session has reached is kept in memory, so there is a limit; ordinary browsing stays far below it. */
const MAX_ORIGINS = 20_000;

/** Judges one request of a session's browser, after the limits of requests at once (this one is counted already). */
export async function authorizeRequest(
  context: ProxyContext,
  session: ProxySession,
  readings: readonly [WebUrlFacts, ...WebUrlFacts[]],
  signal: AbortSignal,
  /** Headers and body that go with the URL. Read only when the session has secrets to look for. */
  sent: () => readonly string[] = () => [],
): Promise<AuthorizedRequest> {
  const [first] = readings;
  if (session.isSelfTest?.(first.url) === true)
    return { refusal: { status: 403, rule: 'self-test', reason: 'nothing is let out' } };
  if (session.isHeld === true)
    return { refusal: { status: 503, rule: 'not-guarded-yet', reason: 'the session is being taken over' } };
  if (session.pages !== undefined && !(await session.pages.has(first)))
    return refuseOwn(context, session, first.origin);
  session.tally.send();
  const { origin, url } = first;
  const leak = context.leakDetectorFor?.(session.scope)?.([url, ...sent()].join('\n'), origin);
  if (leak !== undefined) return refuseLeak(context, session, origin, leak);
  if (session.active.size > MAX_AT_ONCE) {
    return { refusal: { status: 503, rule: 'too-many', reason: 'too many connections at once' } };
  }
  if (session.reached.size > MAX_ORIGINS && !session.reached.has(origin)) {
    return { refusal: { status: 503, rule: 'too-many', reason: 'too many origins in one session' } };
  }
  const cleared = await authorizeUrl(context, session.scope, readings, signal);
  switch (cleared.kind) {
    case 'unresolved':
      session.tally.unresolved();
      return { refusal: { status: 502, rule: 'unresolved', reason: 'the name has no address' } };
    case 'refused':
      return refuse(context, session, origin, cleared.verdict);
    case 'open':
      break;
  }
  const { rule, reason } = cleared.verdict;
  if (rule === 'observe' && session.tally.observe(origin, reason)) {
    context.note({ event: 'network.would-refuse', scope: session.scope, facts: { origin, reason } });
  }
  for (const reading of readings) session.reached.set(reading.origin, reading);
  return { route: cleared.route };
}

/** A request that Chromium makes for itself. No page sent it, so it is not told to the agent as a page's. */
function refuseOwn(context: ProxyContext, session: ProxySession, origin: string): { refusal: EgressRefusal } {
  if (session.tally.refuseOwn(origin)) {
    context.note({ event: 'network.browser-refused', scope: session.scope, facts: { origin } });
  }
  return { refusal: { status: 403, rule: 'browser-own', reason: 'no page asked for this' } };
}

/** A stream on its way to an origin, watched for what does not belong there; what is found is told like any refusal. */
export function watchedBy(
  context: ProxyContext,
  session: ProxySession,
  origin: string,
  watch: (find: FindLeakIn) => Transform,
): Transform {
  // The detector is read for every chunk: a secret may be registered after the connection was opened.
  const stream = watch((text) => context.leakDetectorFor?.(session.scope)?.(text, origin));
  stream.once('error', (error) => {
    if (error instanceof LeakFound) refuseLeak(context, session, origin, error.secret);
  });
  return stream;
}

/** Also told to the record: a secret that is on its way out got somewhere where it should not be. */
export function refuseLeak(
  context: ProxyContext,
  session: ProxySession,
  origin: string,
  name: string,
): { refusal: EgressRefusal } {
  const reason = `<${name}> does not belong to this origin`;
  return refuse(context, session, origin, {
    kind: 'deny',
    rule: 'secret-leaving',
    reason,
    code: 'policy.secret-leaving',
  });
}

/**
 * Called when a session may reach less than before, as after a team's change. Cuts its open connections to origins that
 * are forbidden now, tunnels too, since nobody can see what is sent inside them. Returns those of the forbidden origins
 * that the session had reached.
 */
export function cutForbidden({ judge, sessions }: ProxyContext, scope: Scope): readonly string[] {
  const session = sessions.find(scope);
  if (session === undefined) return [];
  const isClosed = (url: WebUrlFacts): boolean => {
    const verdict = judge(scope, url);
    // A tunnel may be of either scheme: that one of them is not on a list does not close it.
    return verdict.kind === 'deny' && verdict.code !== 'policy.origin-not-allowed';
  };
  for (const [client, readings] of session.active) if (readings.some(isClosed)) client.destroy();
  return [...session.reached.values()].filter(isClosed).map(({ origin }) => origin);
}

/** Requests of a page are never put to a person: `ask` is a refusal here. */
function refuse(
  context: ProxyContext,
  session: ProxySession,
  origin: string,
  verdict: Verdict,
): { refusal: EgressRefusal } {
  const { rule, reason } = verdict;
  const refused = { origin, rule, reason };
  if (session.tally.refuse(refused)) {
    context.note({ event: 'network.refused', scope: session.scope, facts: refused });
  }
  return { refusal: { status: 403, rule, reason } };
}
