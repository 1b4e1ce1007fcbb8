import { Failure } from '../core/index.js';
import type { KeptSecret, Scope, Secret, SecretRegistry } from '../core/index.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { isExactOrigin } from './exact-origin.js';
import { whyTooWeak } from './weak-value.js';

interface SessionSecrets {
  readonly byName: Map<string, Secret>;
  /** Replaced values were seen by pages and stay masked until the session ends. */
  readonly replaced: Secret[];
  /** Those that the model may see. */
  readonly shown: Set<Secret>;
}

/** What a vault gave out: masked everywhere, and found by name in the sessions that bear it. */
export interface VaultSecrets {
  named(scope: Scope, name: string): Secret | undefined;
  all(): readonly Secret[];
}

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/u;
const MOST_PER_SESSION = 200;
const NO_VAULT: VaultSecrets = { named: () => undefined, all: () => [] };

/** What was given for the time of one session. A session is its principal's; no other finds anything in it. */
export function createSecretRegistry(vault: VaultSecrets = NO_VAULT): SecretRegistry {
  const sessions = new Map<string, SessionSecrets>();
  const lists = new Map<string, { readonly of: readonly Secret[]; readonly list: readonly Secret[] }>();

  /** Masks are compiled once for a list, so a list is made anew only when it would differ. */
  const listFor = (key: string, own: () => readonly Secret[]): readonly Secret[] => {
    const of = vault.all();
    const known = lists.get(key);
    if (known?.of === of) return known.list;
    const list = [...own(), ...of];
    lists.set(key, { of, list });
    return list;
  };
  const changed = (key: string): void => {
    lists.delete(key);
    lists.delete(EVERYBODY);
  };

  return {
    keep: (scope, secret) => {
      check(secret);
      const key = keyOf(scope);
      const own: SessionSecrets = sessions.get(key) ?? { byName: new Map(), replaced: [], shown: new Set() };
      if (own.byName.size + own.replaced.length >= MOST_PER_SESSION) throw bad('This session keeps too many already.');
      const { name, shown = false, unnamed = false, ...content } = secret;
      const minted = mintSecret(name, content);
      const before = unnamed ? minted : own.byName.get(name);
      if (before !== undefined) own.replaced.push(before);
      if (!unnamed) own.byName.set(name, minted);
      if (shown) own.shown.add(minted);
      sessions.set(key, own);
      changed(key);
    },
    find: (scope, name) => sessions.get(keyOf(scope))?.byName.get(name) ?? vault.named(scope, name),
    maskedIn: (scope) => listFor(keyOf(scope), () => listed(sessions.get(keyOf(scope)))),
    all: () => listFor(EVERYBODY, () => [...sessions.values()].flatMap(listed)),
    forget: (principal, session) => {
      const key = keyOf({ principal, session });
      sessions.delete(key);
      changed(key);
    },
  };
}

/** No session's key: those are JSON. */
const EVERYBODY = '';

function check({ name, value, origins, use }: KeptSecret): void {
  if (!NAME.test(name)) throw bad('The name must be capital letters, digits and _, beginning with a letter.');
  if (origins.length === 0 || !origins.every(isExactOrigin)) {
    throw bad('The value must be bound to exact origins, such as https://example.com.');
  }
  const weak = whyTooWeak(value, use === 'code');
  if (weak !== undefined) throw bad(weak);
}

function listed(own: SessionSecrets | undefined): readonly Secret[] {
  return own === undefined ? [] : [...own.byName.values(), ...own.replaced].filter((secret) => !own.shown.has(secret));
}

function keyOf({ principal, session }: Scope): string {
  return JSON.stringify([principal, session]);
}

function bad(hint: string): Failure {
  return new Failure('vault.bad-secret', hint);
}
