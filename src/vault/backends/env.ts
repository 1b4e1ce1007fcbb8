import type { Environment } from '../environment.js';
import { readOrigins } from '../read-origins.js';
import type { Backend } from './backend.js';

const PREFIX = 'GATEWRIGHT_IDENTITY_';

/** One variable holds one record. Names of hosts do not survive in a variable's name, so the record's own counts. */
export function createEnvBackend(environment: Environment): Backend {
  return {
    read: (key) => Promise.resolve(environment[variableOf(key)] || undefined),
    list: () =>
      Promise.resolve(
        Object.entries(environment).flatMap(([name, value]) => {
          if (!name.startsWith(PREFIX) || value === undefined) return [];
          const domain = readOrigins(value)?.domain;
          return domain !== undefined && variableOf(domain) === name ? [domain] : [];
        }),
      ),
    placeOf: (key) => `the variable ${variableOf(key)}`,
    close: () => undefined,
  };
}

export function variableOf(key: string): string {
  return `${PREFIX}${key.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
}
