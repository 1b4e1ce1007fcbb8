import type { SessionName } from '../core/index.js';

/** The session of a call that names none: every program has its own. */
const OWN = 'default';
const MAX_NAMES = 1000;
const MAX_USERS = 50;

type Named = Pick<SessionName, 'principal' | 'session'>;

interface Claim extends SessionName {
  /** Calls under way: until one of them has opened the session, the name is its first user's all the same. */
  calls: number;
  /** Programs that use it, and which of the others each has been told of. */
  readonly users: Map<string, Set<string>>;
}

/** The other programs that a program shares its session with. */
export interface OtherPrograms {
  /** Other programs that it has not been told of yet. */
  readonly others: readonly string[];
  /** Its call is over. */
  readonly done: () => void;
}

/**
 * Programs of one principal that name the same session, other than `default`, share it: the session is kept under the
 * program that named it first. Another principal, be it a team or a token, never comes near.
 */
export class SharedSessions {
  readonly #isOpen: (session: SessionName) => boolean;
  readonly #claims = new Map<string, Claim>();

  constructor(isOpen: (session: SessionName) => boolean) {
    this.#isOpen = isOpen;
  }

  /** Under which program the session is kept that this one names. */
  ownerOf(caller: SessionName): string | undefined {
    return this.#claim(caller)?.client ?? caller.client;
  }

  /** The program uses it now. */
  use(caller: SessionName): OtherPrograms {
    const { client } = caller;
    if (client === undefined || caller.session === OWN) return { others: [], done: () => undefined };
    const claim = this.#claim(caller) ?? this.#begin(caller);
    const known = claim.users.get(client) ?? new Set<string>();
    if (claim.users.size < MAX_USERS || claim.users.has(client)) claim.users.set(client, known);
    const others = [...claim.users.keys()].filter((user) => user !== client && !known.has(user));
    for (const other of others) known.add(other);
    claim.calls += 1;
    return {
      others,
      done: () => {
        claim.calls -= 1;
      },
    };
  }

  /** The clients that use the session, if it is one that can be shared. */
  usersOf(session: SessionName): readonly string[] {
    const claim = this.#claims.get(keyOf(session));
    return claim !== undefined && claim.client === session.client ? [...claim.users.keys()] : [];
  }

  /** The program is gone for good. `kept`: its sessions that others use. `left`: sessions that it was the last to use. */
  leave(
    principal: string,
    client: string,
  ): { readonly kept: readonly string[]; readonly left: readonly SessionName[] } {
    const kept: string[] = [];
    const left: SessionName[] = [];
    for (const [key, claim] of this.#claims) {
      if (claim.principal !== principal || !claim.users.delete(client)) continue;
      if (claim.users.size === 0) {
        this.#claims.delete(key);
        left.push({ principal, ...(claim.client !== undefined && { client: claim.client }), session: claim.session });
      } else if (claim.client === client) kept.push(claim.session);
    }
    return { kept, left };
  }

  #claim(caller: SessionName): Claim | undefined {
    if (caller.client === undefined || caller.session === OWN) return undefined;
    const claim = this.#claims.get(keyOf(caller));
    return claim !== undefined && (claim.calls > 0 || this.#isOpen(claim)) ? claim : undefined;
  }

  #begin({ principal, client, session }: SessionName): Claim {
    const claim = { principal, session, calls: 0, users: new Map<string, Set<string>>() };
    const owned = client === undefined ? claim : { ...claim, client };
    this.#claims.delete(keyOf(claim));
    this.#claims.set(keyOf(claim), owned);
    const [oldest] = this.#claims.keys();
    if (this.#claims.size > MAX_NAMES && oldest !== undefined) this.#claims.delete(oldest);
    return owned;
  }
}

function keyOf({ principal, session }: Named): string {
  return JSON.stringify([principal, session]);
}
