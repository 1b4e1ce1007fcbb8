import { readFileSync } from 'node:fs';
import { Failure } from '../core/index.js';
import type { Backend } from './backends/backend.js';
import { createEnvBackend } from './backends/env.js';
import { createFileBackend } from './backends/file.js';
import type { VaultLogin } from './backends/hashicorp-token.js';
import { createHashicorpBackend } from './backends/hashicorp.js';
import { createSopsBackend } from './backends/sops.js';
import type { Environment } from './environment.js';
import type { VaultOptions } from './options.js';

export interface VaultPlace {
  /** The folder of the file vault, in the workspace. */
  readonly folder: string;
  readonly environment: Environment;
}

/** A backend more: its file, and its line here. */
export function createBackend(options: VaultOptions, { folder, environment }: VaultPlace): Backend {
  const { path, keyFile, passphraseFile } = options;
  switch (options.backend) {
    case 'file':
      return createFileBackend({
        folder,
        path,
        keyFile,
        passphraseFile,
        keyring: options.keyring ? environment : undefined,
      });
    case 'env':
      return createEnvBackend(environment);
    case 'sops':
      return createSopsBackend({ file: given(options.file, 'file'), path, keyFile }, environment);
    case 'hashicorp':
      return createHashicorpBackend({
        server: {
          address: given(options.address, 'address'),
          namespace: options.namespace,
          authorities: options.caFile === undefined ? undefined : readAuthorities(options.caFile),
          timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        },
        mount: options.mount ?? 'secret',
        path,
        login: loginOf(options),
      });
  }
}

const DEFAULT_TIMEOUT_MS = 3000;

function loginOf({ tokenFile, roleIdFile, secretIdFile }: VaultOptions): VaultLogin {
  if (tokenFile !== undefined) return { kind: 'token', tokenFile };
  return {
    kind: 'role',
    roleIdFile: given(roleIdFile, 'roleIdFile'),
    secretIdFile: given(secretIdFile, 'secretIdFile'),
  };
}

/** The options were checked as a whole; this is for those that were not made by the schema. */
function given(value: string | undefined, key: string): string {
  if (value === undefined) throw new Failure('config.invalid', `vault.${key}: the backend needs it`);
  return value;
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('config.invalid', 'vault.caFile: it cannot be read', undefined, error);
  }
}
