import { sessionKey, stricterTeam } from '../core/index.js';
import type {
  AddressFacts,
  Identity,
  JudgeEgress,
  Scope,
  SessionName,
  SignedInAs,
  CallFacts,
  Team,
  UrlFacts,
  Verdict,
  WebUrlFacts,
} from '../core/index.js';
import { denyPlace, judgeEgress, judgeVisit, loopbackUrl } from '../policy/index.js';
import type { Policy } from '../policy/index.js';

export interface TeamChange {
  readonly before: Team | undefined;
  readonly after: Team | undefined;
}

/**
 * What holds for a session besides the config: the team that narrows its caller, and the origins that a person
 * opened for it. Neither an agent nor a page can add to it; it goes with the session.
 */
export class SessionPolicy {
  readonly #teams = new Map<string, Team>();
  /** For sessions that were open when their team changed: the stricter of the old and the new team. */
  readonly #narrowed = new Map<string, Team>();
  readonly #grants = new Map<string, Set<string>>();
  readonly #identityByOrigin = new Map<string, Map<string, string>>();
  readonly #signedIn = new Map<string, Map<string, SignedInAs>>();
  readonly #loopback = new Map<string, Set<number>>();
  readonly #declined = new Map<string, Map<number, number>>();

  /** Notes the team of the caller as the transport knows it. Returns the team that narrows this session. */
  noteTeam(scope: Scope, team: Team | undefined): Team | undefined {
    if (team !== undefined) this.#teams.set(scope.principal, team);
    return this.teamOf(scope);
  }

  /** The principal's team is another from now on; for the sessions that it has open, the stricter of both holds. */
  changeTeam(principal: string, change: TeamChange, open: readonly SessionName[]): void {
    const { before, after } = change;
    if (after === undefined) this.#teams.delete(principal);
    else this.#teams.set(principal, after);
    for (const session of open) {
      const key = sessionKey(session);
      const held = this.#narrowed.get(key) ?? before;
      const narrowed = held === undefined || after === undefined ? (held ?? after) : stricterTeam(held, after);
      if (narrowed !== undefined) this.#narrowed.set(key, narrowed);
    }
  }

  /**
   * The program that embeds the gateway (SDK) narrows this session until it ends. Returns whether that changed anything.
   * The caller's team is taken into account each time, because it may have changed before the session was opened.
   */
  narrow(scope: Scope, narrows: Team): boolean {
    const key = sessionKey(scope);
    const held = this.#narrowed.get(key);
    const left = [held, this.#teams.get(scope.principal), narrows]
      .filter((team) => team !== undefined)
      .reduce((one, other) => stricterTeam(one, other));
    if (JSON.stringify(left) === JSON.stringify(held)) return false;
    this.#narrowed.set(key, left);
    return true;
  }

  teamOf(scope: Scope): Team | undefined {
    return this.#narrowed.get(sessionKey(scope)) ?? this.#teams.get(scope.principal);
  }

  /** The names of the identities that the session is signed in with, at any site. */
  identitiesOf(session: SessionName): readonly string[] {
    return [...new Set(this.#identityByOrigin.get(sessionKey(session))?.values() ?? [])];
  }

  grantsOf(scope: Scope): readonly string[] {
    return [...(this.#grants.get(sessionKey(scope)) ?? [])];
  }

  /** A person's yes to a navigation opens exactly that origin, for that session. */
  grant(scope: Scope, callFacts: CallFacts): void {
    const origins = this.#grants.get(sessionKey(scope)) ?? new Set();
    for (const url of callFacts.urls.values()) if (url.kind === 'web') origins.add(url.origin);
    this.#grants.set(sessionKey(scope), origins);
  }

  /** A person's yes to a port of this machine opens that port, by this machine's own names, for that session. */
  openLoopback(scope: Scope, callFacts: CallFacts): void {
    const ports = this.#loopback.get(sessionKey(scope)) ?? new Set<number>();
    for (const port of loopbackPorts(callFacts)) ports.add(port);
    this.#loopback.set(sessionKey(scope), ports);
  }

  /** The ports were not opened: for this long the question is not asked again. */
  declineLoopback(scope: Scope, callFacts: CallFacts, forMs: number): void {
    const declined = this.#declined.get(sessionKey(scope)) ?? new Map<number, number>();
    for (const port of loopbackPorts(callFacts)) declined.set(port, Date.now() + forMs);
    this.#declined.set(sessionKey(scope), declined);
  }

  declinedPorts(scope: Scope): readonly number[] {
    const declined = [...(this.#declined.get(sessionKey(scope)) ?? [])];
    return declined.flatMap(([port, until]) => (Date.now() < until ? [port] : []));
  }

  /** The address as this session may see it: a name that only resolves to this machine is none of its own names. */
  openedFor<Facts extends UrlFacts>(scope: Scope, url: Facts): Facts {
    if (url.kind !== 'web' || url.isLoopback !== true) return url;
    if (this.#loopback.get(sessionKey(scope))?.has(url.port) !== true) return url;
    return { ...url, ...loopbackUrl(url) };
  }

  /** From now on the session's browser is signed in with this identity at these origins. */
  noteSignIn(scope: Scope, { name, origins }: Pick<Identity, 'name' | 'origins'>): void {
    const identityByOrigin = this.#identityByOrigin.get(sessionKey(scope)) ?? new Map<string, string>();
    for (const origin of origins) identityByOrigin.set(origin, name);
    this.#identityByOrigin.set(sessionKey(scope), identityByOrigin);
    this.#noteUse(scope, name, origins);
  }

  /** The identity at this origin. Each call on a page there asks, and counts as a use of the identity. */
  identityAt(scope: Scope, origin: string): string | undefined {
    const name = this.#identityByOrigin.get(sessionKey(scope))?.get(origin);
    if (name !== undefined) this.#noteUse(scope, name);
    return name;
  }

  /** For the operator: by name, since when and until when, never a value. */
  signedInAs(session: SessionName): readonly SignedInAs[] {
    return [...(this.#signedIn.get(sessionKey(session))?.values() ?? [])];
  }

  #noteUse(scope: Scope, name: string, origins: readonly string[] = []): void {
    const key = sessionKey(scope);
    const all = this.#signedIn.get(key) ?? new Map<string, SignedInAs>();
    const before = all.get(name);
    const now = Date.now();
    const known = [...new Set([...(before?.origins ?? []), ...origins])];
    all.set(name, { name, origins: known, since: before?.since ?? now, lastUsedAt: now });
    this.#signedIn.set(key, all);
  }

  /**
   * Cookies know no ports: what is set for one port of a host goes to every other one. So a host at which the session
   * is somebody has no other ports for it. Plain http beside https is open, since such cookies do not go there; but a
   * browser takes plain http on its own machine for as good as https.
   */
  isBesideIdentity(scope: Scope, { origin, host, port, scheme }: WebUrlFacts): boolean {
    const identityByOrigin = this.#identityByOrigin.get(sessionKey(scope));
    if (identityByOrigin === undefined || identityByOrigin.has(origin)) return false;
    return [...identityByOrigin.keys()].some((own) => {
      const { protocol, hostname, port: ownPort } = new URL(own);
      if (hostname.replace(/^\[|\]$/gu, '') !== host) return false;
      // A tunnel does not say its scheme; at one port there is one server.
      if (Number(ownPort || DEFAULT_PORTS.get(protocol)) === port) return false;
      return protocol === `${scheme}:` || protocol === 'http:' || THIS_MACHINE.test(host);
    });
  }

  forget(session: SessionName): void {
    this.#narrowed.delete(sessionKey(session));
    this.#grants.delete(sessionKey(session));
    this.#identityByOrigin.delete(sessionKey(session));
    this.#signedIn.delete(sessionKey(session));
    this.#loopback.delete(sessionKey(session));
    this.#declined.delete(sessionKey(session));
  }
}

const DEFAULT_PORTS = new Map([
  ['http:', 80],
  ['https:', 443],
]);
const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/u;

const BESIDE_IDENTITY: Verdict = {
  kind: 'deny',
  rule: 'identity',
  reason: 'the session is signed in at another port of this host; the identity can name this origin too',
  code: 'policy.denied',
};

/** What a page does by itself is judged by the same policy: each request that it sends, and each document in a tab. */
export function sessionJudges(
  policy: Policy,
  sessionPolicy: SessionPolicy,
): { judgeRequest: JudgeEgress; judgeDocument: (scope: Scope, url: UrlFacts) => Verdict } {
  return {
    judgeRequest: (scope, asked, addresses) => {
      if (sessionPolicy.isBesideIdentity(scope, asked)) return BESIDE_IDENTITY;
      const url = sessionPolicy.openedFor(scope, asked);
      const known = url === asked ? addresses : addresses?.map(openedLoopback);
      return judgeEgress(policy, sessionPolicy.teamOf(scope), url, known, sessionPolicy.grantsOf(scope));
    },
    judgeDocument: (scope, url) => {
      if (url.kind === 'web' && sessionPolicy.isBesideIdentity(scope, url)) return BESIDE_IDENTITY;
      const denied = url.kind === 'web' ? denyPlace(policy, url) : undefined;
      if (denied !== undefined) return denied;
      const [team, granted] = [sessionPolicy.teamOf(scope), sessionPolicy.grantsOf(scope)];
      return judgeVisit(policy, team, sessionPolicy.openedFor(scope, url), granted);
    },
  };
}

/** Never one of our own listeners, which has a class of its own. */
function openedLoopback(facts: AddressFacts): AddressFacts {
  return facts.class === 'loopback' ? { ...facts, isOpened: true } : facts;
}

function loopbackPorts({ urls }: CallFacts): number[] {
  return [...urls.values()].flatMap((url) => (url.kind === 'web' && url.isLoopback === true ? [url.port] : []));
}
