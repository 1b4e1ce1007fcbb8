import { z } from 'zod';
import { askCommand, readPrinted } from './ask-command.js';
import type { CommandKind } from './ask-command.js';
import type { Provider, ProviderDeps } from './provider.js';

const LPASS: CommandKind = {
  program: 'lpass',
  own: /^LPASS_/u,
  // Without this it would ask for the master password on whatever terminal it finds.
  always: { LPASS_DISABLE_PINENTRY: '1' },
  missing: /could not find specified account/iu,
  locked: /could not find decryption key|not logged in|perhaps you need to login/iu,
};

const items = z.array(z.object({ password: z.string().optional(), url: z.string().optional() }));

/** Its command has no one-time codes. */
export function createLastpass({ environment }: ProviderDeps): Provider {
  return {
    password: async (account, signal) => {
      const args = ['show', '--color=never', '--json', '--', account];
      const printed = await askCommand(LPASS, { args }, environment, signal);
      if (printed === undefined) return undefined;
      const found = readPrinted(LPASS.program, printed, items);
      // A name that several entries share is nobody's.
      const [entry, rival] = found;
      if (entry?.password === undefined || rival !== undefined) return undefined;
      return { value: entry.password, urls: entry.url === undefined ? [] : [entry.url] };
    },
    code: () => Promise.resolve(undefined),
  };
}
