import type { PageSecretsFor, SecretRegistry } from '../core/index.js';
import { createMask } from '../masking/index.js';

/** The mask of a session's answers, with which page text is also compared; rebuilt whenever a secret is added. */
export function pageSecretsFor(secrets: Pick<SecretRegistry, 'maskedIn' | 'learn'>): PageSecretsFor {
  return (scope) => ({
    mask: () => {
      const list = secrets.maskedIn(scope);
      return list.length === 0 ? undefined : createMask(list).segments;
    },
    learn: (values, origin) => {
      secrets.learn(scope, values, origin);
    },
  });
}
