import { z } from 'zod';
import { Failure } from '../../core/index.js';
import { environmentFor } from '../environment.js';
import type { Environment } from '../environment.js';
import { runCommand } from '../../platform/run-command.js';
import type { CommandResult } from '../../platform/run-command.js';
import type { Backend } from './backend.js';
import { pathOnDisk, sharedOptions } from './shared-options.js';

export const sopsOptions = z.strictObject({
  backend: z.literal('sops'),
  ...sharedOptions,
  file: z
    .string({ error: 'backend sops needs it: the encrypted file' })
    .min(1, { error: 'is empty' })
    .describe('`sops`: the encrypted file.'),
  keyFile: pathOnDisk.optional(),
});

interface SopsPlace {
  readonly file: string;
  /** Nested mappings in the file: `secrets/browser/` is `secrets:` and in it `browser:`. */
  readonly path: string;
  /** An age key, for machines that have it elsewhere than sops looks. */
  readonly keyFile?: string | undefined;
}

/** Where sops and the key services that it speaks to find their own settings. */
const OWN = /^(?:SOPS_|AWS_|AZURE_|GOOGLE_|CLOUDSDK_|VAULT_|BAO_|GNUPGHOME$|GPG_)/u;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The real `sops`. The whole file is decrypted into memory each time, and kept nowhere. */
export function createSopsBackend(options: SopsPlace, environment: Environment): Backend {
  const { file, path, keyFile } = options;
  const segments = path.split('/').filter((segment) => segment !== '');
  const variables = {
    ...environmentFor(environment, OWN),
    ...(keyFile !== undefined && { SOPS_AGE_KEY_FILE: keyFile }),
  };
  const decrypt = async (signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> => {
    const args = ['decrypt', '--output-type', 'json', file];
    const command = { program: 'sops', args, environment: variables, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    return descend(readOutput(await runCommand(command, signal)), segments);
  };
  return {
    read: async (key, signal) => {
      const records = await decrypt(signal);
      return Object.hasOwn(records, key) ? JSON.stringify(records[key]) : undefined;
    },
    list: async (signal) => Object.keys(await decrypt(signal)),
    readAll: async (signal) =>
      new Map(Object.entries(await decrypt(signal)).map(([key, record]) => [key, JSON.stringify(record)])),
    placeOf: (key) => `the key ${[...segments, key].join(' / ')} of the file, with: sops edit FILE`,
    close: () => undefined,
  };
}

function readOutput(result: CommandResult): unknown {
  if (result.kind === 'not-found') throw new Failure('vault.unavailable', 'the command sops is not installed');
  if (result.kind === 'too-slow') throw new Failure('vault.unavailable', 'sops did not answer in time');
  if (result.kind !== 'ran') throw new Failure('vault.unavailable', 'sops could not be run');
  if (result.status === NO_KEY) throw new Failure('vault.denied', 'sops has no key that opens the file');
  if (DAMAGED.has(result.status)) throw new Failure('vault.bad-record', 'the file is damaged, or no file of sops');
  if (result.status !== 0) throw new Failure('vault.unavailable', 'sops could not read the file');
  try {
    return JSON.parse(result.output);
  } catch {
    throw new Failure('vault.bad-record', 'what sops decrypted is not JSON');
  }
}

/** sops' exit statuses: no key service could give it the data key; no metadata, a bad value, a bad seal over the whole. */
const NO_KEY = 128;
const DAMAGED = new Set([1, 6, 25, 51]);

function descend(value: unknown, segments: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isMapping(value)) throw new Failure('vault.bad-record', 'what sops decrypted is no mapping of hosts');
  const [segment, ...rest] = segments;
  if (segment === undefined) return value;
  return Object.hasOwn(value, segment) ? descend(value[segment], rest) : {};
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
