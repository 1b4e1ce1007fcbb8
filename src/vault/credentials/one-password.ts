import { z } from 'zod';
import { askCommand, readPrinted } from './ask-command.js';
import type { CommandKind } from './ask-command.js';
import type { CredentialProvider, CredentialProviderDeps } from './provider.js';

const OP: CommandKind = {
  program: 'op',
  own: /^OP_/u,
  missing: /isn't an item|not found|no item/iu,
  locked: /not (?:currently )?signed in|session expired|authorization|authenticate|locked/iu,
};

const item = z.object({
  fields: z
    .array(
      z.object({
        type: z.string().optional(),
        purpose: z.string().optional(),
        value: z.string().optional(),
        totp: z.string().optional(),
      }),
    )
    .default([]),
  urls: z.array(z.object({ href: z.string() })).default([]),
});

export function createOnePassword({ environment }: CredentialProviderDeps): CredentialProvider {
  const get = async (account: string, signal: AbortSignal) => {
    const args = ['item', 'get', '--format', 'json', '--', account];
    const printed = await askCommand(OP, { args }, environment, signal);
    if (printed === undefined) return undefined;
    const { fields, urls } = readPrinted(OP.program, printed, item);
    return { fields, urls: urls.map(({ href }) => href) };
  };
  return {
    password: async (account, signal) => {
      const got = await get(account, signal);
      const value = got?.fields.find(({ purpose }) => purpose === 'PASSWORD')?.value;
      return got === undefined || value === undefined ? undefined : { value, urls: got.urls };
    },
    code: async (account, signal) => {
      const got = await get(account, signal);
      const value = got?.fields.find(({ type }) => type === 'OTP')?.totp;
      return got === undefined || value === undefined ? undefined : { value, urls: got.urls };
    },
  };
}
