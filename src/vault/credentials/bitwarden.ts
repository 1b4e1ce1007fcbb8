import { z } from 'zod';
import { askCommand, readPrinted } from './ask-command.js';
import type { CommandKind } from './ask-command.js';
import type { CredentialProvider, CredentialProviderDeps } from './provider.js';

const BW: CommandKind = {
  program: 'bw',
  own: /^(?:BW_|BITWARDENCLI_)/u,
  always: { BW_NOINTERACTION: 'true' },
  missing: /not found/iu,
  locked: /locked|not logged in|master password/iu,
};

const item = z.object({
  // An id of its own making: it is passed back as an argument.
  id: z.string().regex(/^[0-9a-f-]{36}$/iu),
  login: z
    .object({
      password: z.string().nullish(),
      totp: z.string().nullish(),
      uris: z.array(z.object({ uri: z.string().nullish() })).nullish(),
    })
    .nullish(),
});

export function createBitwarden({ environment }: CredentialProviderDeps): CredentialProvider {
  const get = async (account: string, signal: AbortSignal) => {
    const printed = await askCommand(BW, { args: ['get', 'item', '--', account] }, environment, signal);
    if (printed === undefined) return undefined;
    const { id, login } = readPrinted(BW.program, printed, item);
    const urls = (login?.uris ?? []).flatMap(({ uri }) => uri ?? []);
    return { id, password: login?.password ?? undefined, hasCode: (login?.totp ?? '') !== '', urls };
  };
  return {
    password: async (account, signal) => {
      const got = await get(account, signal);
      return got?.password === undefined ? undefined : { value: got.password, urls: got.urls };
    },
    code: async (account, signal) => {
      const got = await get(account, signal);
      if (got?.hasCode !== true) return undefined;
      const printed = await askCommand(BW, { args: ['get', 'totp', '--', got.id] }, environment, signal);
      return printed === undefined ? undefined : { value: printed.trim(), urls: got.urls };
    },
  };
}
