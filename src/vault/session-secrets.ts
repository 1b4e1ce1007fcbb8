import { Failure } from '../core/index.js';
import type { Scope, Secret, SecretRegistry } from '../core/index.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { whyTooWeak } from './weak-value.js';

interface SessionSecrets {
  readonly byName: Map<string, Secret>;
  /** Replaced values were seen by pages and stay masked until the session ends. */
  readonly replaced: Secret[];
}

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/u;
const MOST_PER_SESSION = 200;

/** What people gave for the time of one session. A session is its principal's; no other finds anything in it. */
export function createSecretRegistry(): SecretRegistry {
  const sessions = new Map<string, SessionSecrets>();

  return {
    keep: (scope, name, value, origin) => {
      if (!NAME.test(name)) throw bad('The name must be capital letters, digits and _, beginning with a letter.');
      if (!isExactOrigin(origin)) throw bad('There is no page with an origin that the value could be bound to.');
      const weak = whyTooWeak(value);
      if (weak !== undefined) throw bad(weak);
      const key = keyOf(scope);
      const own = sessions.get(key) ?? { byName: new Map<string, Secret>(), replaced: [] };
      if (own.byName.size + own.replaced.length >= MOST_PER_SESSION) throw bad('This session keeps too many already.');
      const before = own.byName.get(name);
      if (before !== undefined) own.replaced.push(before);
      own.byName.set(name, mintSecret(name, { value, origins: [origin] }));
      sessions.set(key, own);
    },
    find: (scope, name) => sessions.get(keyOf(scope))?.byName.get(name),
    all: () => [...sessions.values()].flatMap((own) => [...own.byName.values(), ...own.replaced]),
    forget: (principal, session) => {
      sessions.delete(keyOf({ principal, session }));
    },
  };
}

function keyOf({ principal, session }: Scope): string {
  return JSON.stringify([principal, session]);
}

function isExactOrigin(origin: string): boolean {
  return /^https?:\/\//u.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

function bad(hint: string): Failure {
  return new Failure('vault.bad-secret', hint);
}
