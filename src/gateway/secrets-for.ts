import { Failure } from '../core/index.js';
import type { Call, CallSecrets, SecretRegistry } from '../core/index.js';

/** The registry for one call. A name that stands for something already keeps standing for it. */
export function secretsFor(secrets: SecretRegistry, { scope }: Call): CallSecrets {
  return {
    register: (secret) => {
      if (secrets.find(scope, secret.name) !== undefined) throw new Failure('vault.name-taken', `<${secret.name}>`);
      secrets.keep(scope, secret);
    },
  };
}
