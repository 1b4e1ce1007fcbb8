import { z } from 'zod';
import { backendOptions } from './backends/index.js';
import type { BackendOptions } from './backends/index.js';
import { pathOnDisk } from './backends/shared-options.js';
import { isExactOrigin } from './exact-origin.js';

const PROVIDERS = ['oathtool', '1password', 'bitwarden', 'lastpass', 'none'] as const;

export const vaultOptions = backendOptions;
export type VaultOptions = BackendOptions;

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

export type CredentialsOptions = z.output<typeof credentialsOptions>;
