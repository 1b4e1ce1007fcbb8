import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { VaultServer } from './hashicorp-request.js';
import type { VaultLogin } from './hashicorp-token.js';
import { pathOnDisk, reportFaults, sharedOptions } from './shared-options.js';
import type { OptionFault } from './shared-options.js';

const DEFAULT_TIMEOUT_MS = 3000;
const NEEDED = 'backend hashicorp needs it, such as https://vault.example:8200';

export const hashicorpOptions = z
  .strictObject({
    backend: z.literal('hashicorp'),
    ...sharedOptions,
    address: z.string({ error: NEEDED }).describe('`hashicorp`: e.g. `https://vault.example:8200`.'),
    mount: z
      .string()
      .regex(/^[\w-]+(?:[./][\w-]+)*$/u, { error: 'must be the name of a mount, such as secret' })
      .optional()
      .describe('`hashicorp`: the mount of the KV store.'),
    namespace: z
      .string()
      .regex(/^[\w-]+(?:[./][\w-]+)*\/?$/u, { error: 'must be the path of a namespace, such as team/web' })
      .optional()
      .describe('`hashicorp`: the namespace.'),
    tokenFile: pathOnDisk.optional().describe('`hashicorp`: a file with the token.'),
    roleIdFile: pathOnDisk.optional().describe('`hashicorp`: a file with the role id, with `secretIdFile`.'),
    secretIdFile: pathOnDisk.optional().describe('`hashicorp`: a file with the secret id.'),
    caFile: pathOnDisk.optional().describe('`hashicorp`: its certificates in PEM form.'),
    timeoutMs: z.int().min(100).max(5000).optional().describe('`hashicorp`: how long an answer may take.'),
  })
  .superRefine(reportFaults((given) => [...addressFaults(given), ...loginFaults(given)]));

type HashicorpOptions = z.output<typeof hashicorpOptions>;

export function vaultServerOf({ address, namespace, caFile, timeoutMs }: HashicorpOptions): VaultServer {
  const authorities = caFile === undefined ? undefined : readAuthorities(caFile);
  return { address, namespace, authorities, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS };
}

export function vaultLoginOf({ tokenFile, roleIdFile, secretIdFile }: HashicorpOptions): VaultLogin {
  if (tokenFile !== undefined) return { kind: 'token', tokenFile };
  if (roleIdFile !== undefined && secretIdFile !== undefined) return { kind: 'role', roleIdFile, secretIdFile };
  throw new Failure('config.invalid', 'vault.tokenFile: the backend needs it, or roleIdFile and secretIdFile');
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('config.invalid', 'vault.caFile: it cannot be read', undefined, error);
  }
}

function addressFaults({ address }: { readonly address: string }): readonly OptionFault[] {
  const key = 'address';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:\/\/[^/?#\\]+\/?$/u.test(address) || url.username !== '' || url.password !== '') {
    return [{ key, error: 'must be scheme, host and port alone, such as https://vault.example:8200' }];
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return [{ key, error: 'must be https; plain http only to 127.0.0.1 or [::1]' }];
  }
  return [];
}

/** Addresses only: a name such as localhost could be resolved to another machine. */
function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

interface LoginFiles {
  readonly tokenFile?: string | undefined;
  readonly roleIdFile?: string | undefined;
  readonly secretIdFile?: string | undefined;
}

function loginFaults({ tokenFile, roleIdFile, secretIdFile }: LoginFiles): readonly OptionFault[] {
  const byRole = roleIdFile !== undefined && secretIdFile !== undefined;
  const half = (roleIdFile !== undefined || secretIdFile !== undefined) && !byRole;
  if (half || byRole === (tokenFile !== undefined)) {
    return [{ key: 'tokenFile', error: 'give either it, or roleIdFile and secretIdFile together' }];
  }
  return [];
}
