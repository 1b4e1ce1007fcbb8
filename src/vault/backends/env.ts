import { z } from 'zod';
import type { Environment } from '../environment.js';
import { readOrigins } from '../read-origins.js';
import type { Backend } from './backend.js';
import { DEFAULT_PATH, sharedOptions } from './shared-options.js';

const PREFIX = 'GATEWRIGHT_IDENTITY_';

export const envOptions = z.strictObject({
  ...sharedOptions,
  backend: z.literal('env'),
  path: z.literal(DEFAULT_PATH, { error: 'variables have no paths; leave it out' }).default(DEFAULT_PATH),
});

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
