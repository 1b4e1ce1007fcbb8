import type { Egress, Identities, People, Plugins, SecretRegistry } from '../core/index.js';
import type { SessionPolicy } from './session-policy.js';

interface Keepers {
  readonly sessionPolicy: SessionPolicy;
  readonly egress: Egress;
  readonly vault: Identities | undefined;
  readonly plugins?: Plugins | undefined;
  readonly people?: Pick<People, 'sessionEnded'>;
  /** A secret of this principal's is in no vault. Without one: a secret that is masked for everybody. */
  readonly keptSecret?: (principal: string | undefined) => void;
}

/** The registry whose `forget` ends everything that is kept for a session, wherever it is kept. */
export function forgettingRegistry(
  registry: SecretRegistry,
  { sessionPolicy, egress, vault, plugins, people, keptSecret }: Keepers,
): SecretRegistry {
  return {
    keep: (scope, secret) => {
      keptSecret?.(secret.isOperators === true ? undefined : scope.principal);
      return registry.keep(scope, secret);
    },
    learn: (scope, values, origin) => {
      if (values.some(({ value }) => value !== '')) keptSecret?.(scope.principal);
      registry.learn(scope, values, origin);
    },
    find: (scope, name) => registry.find(scope, name),
    namesAt: (scope, origins) => registry.namesAt(scope, origins),
    maskedIn: (scope) => registry.maskedIn(scope),
    all: () => registry.all(),
    forget: (principal, session, client) => {
      const name = { principal, session, ...(client !== undefined && { client }) };
      people?.sessionEnded?.(name);
      // The proxy before the rest: it still has something to log, and afterwards nobody knows what to mask in it.
      egress.dismiss(name);
      registry.forget(principal, session, client);
      sessionPolicy.forget(name);
      plugins?.forget(name);
      vault?.forget(principal, session, client);
    },
  };
}
