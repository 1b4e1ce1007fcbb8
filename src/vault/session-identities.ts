import { sessionKey } from '../core/index.js';
import type { Identities, Identity, Secret } from '../core/index.js';
import { secretName } from './identity-key.js';

/** Which session has which identities. Only a password and a code can be asked for by name. */
export function createSessionIdentities(): Pick<Identities, 'bindIdentities' | 'named' | 'namesAt' | 'forget'> {
  const sessions = new Map<string, Map<string, Identity>>();
  return {
    bindIdentities: (scope, identity) => {
      const key = sessionKey(scope);
      const borne = sessions.get(key) ?? new Map<string, Identity>();
      borne.set(identity.name, identity);
      sessions.set(key, borne);
    },
    named: (scope, name) => {
      const found = [...(sessions.get(sessionKey(scope))?.values() ?? [])].flatMap((identity) =>
        namedIn(identity, name),
      );
      // Two sites that would answer to one name: guessing could type one's password into the other.
      return found.length === 1 ? found[0]?.() : undefined;
    },
    namesAt: (scope, origins) =>
      [...(sessions.get(sessionKey(scope))?.values() ?? [])]
        .filter((identity) => origins.every((origin) => identity.origins.includes(origin)))
        .flatMap(({ name, password, code }) => [
          ...(password === undefined ? [] : [secretName('PASSWORD', name)]),
          ...(code === undefined ? [] : [secretName('TOTP', name)]),
        ]),
    forget: (principal, session, client) => {
      sessions.delete(sessionKey({ principal, session, ...(client !== undefined && { client }) }));
    },
  };
}

function namedIn({ name: who, password, code }: Identity, name: string): (() => Secret)[] {
  if (password !== undefined && secretName('PASSWORD', who) === name) return [() => password];
  if (code !== undefined && secretName('TOTP', who) === name) return [code];
  return [];
}
