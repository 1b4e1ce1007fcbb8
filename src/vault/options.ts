import { isIP } from 'node:net';
import { z } from 'zod';
import { isExactOrigin } from './exact-origin.js';

const BACKENDS = ['file', 'env', 'sops', 'hashicorp'] as const;
const PROVIDERS = ['oathtool', '1password', 'bitwarden', 'lastpass', 'none'] as const;
const DEFAULT_PATH = 'secrets/browser/';

const pathOnDisk = z.string().min(1, { error: 'is empty' });

/** Secrets stand in files of their own, never here: a configuration is shown, copied and kept in repositories. */
export const vaultOptions = z
  .strictObject({
    backend: z.enum(BACKENDS).default('file').describe('Where identities are kept.'),
    path: z
      .string()
      .regex(/^(?:[\w.-]+\/)*$/u, { error: 'must be segments that each end in /, such as secrets/browser/' })
      .refine((path) => !/(?:^|\/)\.{1,2}\//u.test(path), { error: 'must not have . or .. in it' })
      .default(DEFAULT_PATH)
      .describe('The folder of the identities in the backend, each segment with a / at its end.'),
    autoInject: z
      .boolean()
      .default(true)
      .describe('Signs the browser in when it opens an origin that has an identity.'),
    passphraseFile: pathOnDisk.optional().describe('`file`: a file with the passphrase that opens the vault.'),
    keyFile: pathOnDisk.optional().describe('`file`, `sops`: a file with the age key.'),
    keyring: z.boolean().optional().describe('`file`: the key is in the keyring of the Linux desktop.'),
    file: pathOnDisk.optional().describe('`sops`: the encrypted file.'),
    address: z.string().optional().describe('`hashicorp`: e.g. `https://vault.example:8200`.'),
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
  .superRefine((options, context) => {
    for (const { key, error } of misfits(options)) {
      context.addIssue({ code: 'custom', path: [key], message: error, input: undefined });
    }
  });

interface Given {
  readonly backend: (typeof BACKENDS)[number];
  readonly path: string;
  readonly passphraseFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly keyring?: boolean | undefined;
  readonly file?: string | undefined;
  readonly address?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly roleIdFile?: string | undefined;
  readonly secretIdFile?: string | undefined;
}

/** A key that the chosen backend does not read would be believed and have no effect. */
const READ_BY: Readonly<Record<string, readonly Given['backend'][]>> = {
  passphraseFile: ['file'],
  keyring: ['file'],
  keyFile: ['file', 'sops'],
  file: ['sops'],
  ...Object.fromEntries(
    ['address', 'mount', 'namespace', 'tokenFile', 'roleIdFile', 'secretIdFile', 'caFile', 'timeoutMs'].map((key) => [
      key,
      ['hashicorp' as const],
    ]),
  ),
};

interface Misfit {
  readonly key: string;
  readonly error: string;
}

function misfits(given: Given): readonly Misfit[] {
  const foreign = Object.entries(given).flatMap(([key, value]): Misfit[] => {
    const readBy = READ_BY[key];
    if (value === undefined || readBy === undefined || readBy.includes(given.backend)) return [];
    return [{ key, error: `is for backend ${readBy.join(' or ')}, and the backend is ${given.backend}` }];
  });
  return [...foreign, ...missing(given)];
}

function missing(given: Given): readonly Misfit[] {
  switch (given.backend) {
    case 'file':
      return badKey(given);
    case 'env':
      return given.path === DEFAULT_PATH ? [] : [{ key: 'path', error: 'variables have no paths; leave it out' }];
    case 'sops':
      return given.file === undefined ? [{ key: 'file', error: 'backend sops needs it: the encrypted file' }] : [];
    case 'hashicorp':
      return [...badAddress(given.address), ...badLogin(given)];
  }
}

function badKey({ passphraseFile, keyFile, keyring }: Given): readonly Misfit[] {
  if (keyring === true && process.platform !== 'linux') {
    return [{ key: 'keyring', error: 'this version knows the keyring of Linux desktops only' }];
  }
  const ways = [passphraseFile !== undefined, keyFile !== undefined, keyring === true].filter(Boolean);
  return ways.length > 1 ? [{ key: 'keyFile', error: 'give one of keyFile, passphraseFile and keyring' }] : [];
}

function badAddress(address: string | undefined): readonly Misfit[] {
  const key = 'address';
  if (address === undefined) return [{ key, error: 'backend hashicorp needs it, such as https://vault.example:8200' }];
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:\/\/[^/?#\\]+\/?$/u.test(address) || url.username !== '' || url.password !== '') {
    return [{ key, error: 'must be scheme, host and port alone, such as https://vault.example:8200' }];
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return [{ key, error: 'must be https; plain http only to 127.0.0.1 or [::1]' }];
  }
  return [];
}

/** A name such as localhost could be pointed elsewhere. */
function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

function badLogin({ tokenFile, roleIdFile, secretIdFile }: Given): readonly Misfit[] {
  const byRole = roleIdFile !== undefined && secretIdFile !== undefined;
  const half = (roleIdFile !== undefined || secretIdFile !== undefined) && !byRole;
  if (half || byRole === (tokenFile !== undefined)) {
    return [{ key: 'tokenFile', error: 'give either it, or roleIdFile and secretIdFile together' }];
  }
  return [];
}

const account = z.strictObject({
  /** Where its password or code may be typed. A password manager's own URLs count when this is left out. */
  origins: z
    .array(z.string().refine(isExactOrigin, { error: 'must be an exact origin, such as https://example.com' }))
    .min(1, { error: 'must name at least one origin' })
    .optional(),
  /** For oathtool: a file with the base32 seed or the otpauth:// URI. */
  seedFile: pathOnDisk.optional(),
});

export const credentialsOptions = z
  .strictObject({
    provider: z.enum(PROVIDERS).default('oathtool').describe('Where `get_totp` and `get_credential` ask.'),
    revealTotp: z.boolean().default(false).describe('Gives one-time codes to the model in plain, instead of by name.'),
    accounts: z
      .record(z.string(), account)
      .optional()
      .describe(
        'Accounts by name, with their `origins` and, for oathtool, `seedFile`. When given, only these can be asked for.',
      ),
  })
  .superRefine(({ provider, accounts }, context) => {
    for (const [name, { origins, seedFile }] of Object.entries(accounts ?? {})) {
      const say = (key: string, message: string): void => {
        context.addIssue({ code: 'custom', path: ['accounts', name, key], message, input: undefined });
      };
      if (provider === 'oathtool' && seedFile === undefined) say('seedFile', 'oathtool needs it');
      if (provider === 'oathtool' && origins === undefined) say('origins', 'oathtool needs them');
      if (provider !== 'oathtool' && seedFile !== undefined) say('seedFile', 'is for provider oathtool');
    }
  });

export type VaultOptions = z.output<typeof vaultOptions>;
export type CredentialsOptions = z.output<typeof credentialsOptions>;
