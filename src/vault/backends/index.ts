import { z } from 'zod';
import type { Environment } from '../environment.js';
import type { Backend } from './backend.js';
import { createEnvBackend, envOptions } from './env.js';
import { createFileBackend, fileOptions } from './file.js';
import { hashicorpOptions, vaultLoginOf, vaultServerOf } from './hashicorp-options.js';
import { createHashicorpBackend } from './hashicorp.js';
import { createSopsBackend, sopsOptions } from './sops.js';

/** The schema of each backend; a key of another backend is refused, since nothing would read it. */
export const backendOptions = z.discriminatedUnion('backend', [fileOptions, envOptions, sopsOptions, hashicorpOptions]);

export type BackendOptions = z.output<typeof backendOptions>;

export interface VaultPlace {
  /** The folder of the file vault, in the workspace. */
  readonly folder: string;
  readonly environment: Environment;
}

export function createBackend(options: BackendOptions, { folder, environment }: VaultPlace): Backend {
  switch (options.backend) {
    case 'file':
      return createFileBackend({ ...options, folder, keyring: options.keyring ? environment : undefined });
    case 'env':
      return createEnvBackend(environment);
    case 'sops':
      return createSopsBackend(options, environment);
    case 'hashicorp':
      return createHashicorpBackend({
        server: vaultServerOf(options),
        mount: options.mount ?? 'secret',
        path: options.path,
        login: vaultLoginOf(options),
      });
  }
}
