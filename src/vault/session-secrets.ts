import { Failure, sessionKey } from '../core/index.js';
import type { KeptSecret, Scope, Secret, SecretRegistry } from '../core/index.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { isExactOrigin } from './exact-origin.js';
import { createFieldValues } from './field-values.js';
import { createKnownValues } from './known-values.js';
import type { KnownValues } from './known-values.js';
import { isMaskable, whyNotKept } from './weak-value.js';

/** What a vault gave out: masked everywhere, and found by name in the sessions that have it. */
export interface VaultSecrets {
  named(scope: Scope, name: string): Secret | undefined;
  namesAt(scope: Scope, origins: readonly string[]): readonly string[];
  all(): readonly Secret[];
}

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/u;
const NONE: readonly Secret[] = [];
const NO_VAULT: VaultSecrets = { named: () => undefined, namesAt: () => [], all: () => NONE };

/**
 * What was given besides the vault. A name leads to its value for the time of one session, and nobody else finds it. The
 * value stays masked in every session of its principal while the server lives: a site may show it much later.
 */
export function createSecretRegistry(vault: VaultSecrets = NO_VAULT): SecretRegistry {
  const named = new Map<string, Map<string, NamedSecret>>();
  const owners = new Map<string, KnownValues>();
  const fields = createFieldValues();
  /** What password managers gave is the operator's, as a vault's values are: masked for everybody. */
  const operators = createKnownValues();
  const listOf = createLists();

  return {
    keep: (scope, secret) => {
      check(secret);
      const owner = ownerOf(scope);
      const own = owners.get(owner) ?? createKnownValues();
      const { name, shown = false, unnamed = false, isOperators = false, ...content } = secret;
      const isUnmasked = content.use !== 'code' && !isMaskable(content.value);
      const minted = mintSecret(name, { ...content, ...(isUnmasked && { isUnmasked }) });
      if (!shown && !isUnmasked) (isOperators ? operators : own).add(minted, content, !unnamed);
      owners.set(owner, own);
      const key = sessionKey(scope);
      if (!unnamed)
        named.set(
          key,
          (named.get(key) ?? new Map<string, NamedSecret>()).set(name, { minted, origins: content.origins }),
        );
      return isUnmasked ? 'field' : 'everywhere';
    },
    learn: (scope, values, origin) => {
      fields.add(ownerOf(scope), values, origin);
    },
    find: (scope, name) => named.get(sessionKey(scope))?.get(name)?.minted ?? vault.named(scope, name),
    namesAt: (scope, origins) => {
      const own = [...(named.get(sessionKey(scope))?.values() ?? [])].filter((secret) => isFor(secret, origins));
      return [...new Set([...own.map(({ minted }) => minted.name), ...vault.namesAt(scope, origins)])];
    },
    maskedIn: (scope) => {
      const owner = ownerOf(scope);
      return listOf(owner, () => [owners.get(owner)?.all() ?? NONE, operators.all(), vault.all(), fields.of(owner)]);
    },
    all: () =>
      listOf(EVERYBODY, () => [
        ...[...owners.values()].map((own) => own.all()),
        ...[operators.all(), vault.all(), ...fields.all()],
      ]),
    forget: (principal, session, client) => {
      named.delete(sessionKey({ principal, session, ...(client !== undefined && { client }) }));
    },
  };
}

interface NamedSecret {
  readonly minted: Secret;
  readonly origins: readonly string[];
}

function isFor({ origins: own }: NamedSecret, origins: readonly string[]): boolean {
  return origins.every((origin) => own.includes(origin));
}

/** Masks are compiled once for a list, so a list is made anew only when it would differ. */
function createLists(): (key: string, parts: () => readonly (readonly Secret[])[]) => readonly Secret[] {
  const lists = new Map<string, List>();
  return (key, parts) => {
    const of = parts();
    const known = lists.get(key);
    if (known?.of.length === of.length && known.of.every((part, index) => part === of[index])) return known.list;
    const list = of.flat();
    lists.set(key, { of, list });
    return list;
  };
}

interface List {
  readonly of: readonly (readonly Secret[])[];
  readonly list: readonly Secret[];
}

/** No principal is called so. */
const EVERYBODY = '';

/** The principal alone decides what is masked, not the client or, after a `#`, the connection. */
function ownerOf({ principal }: Pick<Scope, 'principal'>): string {
  return principal.replace(/#.*$/su, '');
}

function check({ name, value, origins, use }: KeptSecret): void {
  if (!NAME.test(name)) throw bad('The name must be capital letters, digits and _, beginning with a letter.');
  if (origins.length === 0 || !origins.every(isExactOrigin)) {
    throw bad('The value must be bound to exact origins, such as https://example.com.');
  }
  const why = whyNotKept(value, use === 'code');
  if (why !== undefined) throw bad(why);
}

function bad(hint: string): Failure {
  return new Failure('vault.bad-secret', hint);
}
