import { z } from 'zod';

const later = { params: { code: 'config.not-here-yet' } } as const;

/** Nothing is kept in a vault yet: each key takes its default and refuses anything else. */
export const vaultOptions = z.strictObject({
  backend: z
    .enum(['file', 'env', 'sops', 'hashicorp'])
    .default('file')
    .refine((backend) => backend === 'file', { ...later, error: 'this version has no vault backends' }),
  path: z
    .string()
    .default('secrets/browser/')
    .refine((path) => path === 'secrets/browser/', { ...later, error: 'this version has no vault' }),
  autoInject: z
    .boolean()
    .default(true)
    .refine((on) => on, { ...later, error: 'this version has no vault' }),
});

export const credentialsOptions = z.strictObject({
  provider: z
    .enum(['oathtool', '1password', 'bitwarden', 'lastpass', 'none'])
    .default('oathtool')
    .refine((provider) => provider === 'oathtool', { ...later, error: 'this version has no credential providers' }),
});

export type VaultOptions = z.output<typeof vaultOptions>;
export type CredentialsOptions = z.output<typeof credentialsOptions>;
