import { z } from 'zod';
import { Failure } from '../../core/index.js';
import { askCommand, readPrinted } from './ask-command.js';
import type { CommandKind } from './ask-command.js';
import type { CredentialProvider, CredentialProviderDeps } from './provider.js';

const LPASS: CommandKind = {
  program: 'lpass',
  own: /^LPASS_/u,
  // Without this it would ask for the master password on whatever terminal it finds.
  always: { LPASS_DISABLE_PINENTRY: '1' },
  missing: /could not find specified account/iu,
  locked: /could not find decryption key|not logged in|perhaps you need to login/iu,
};

const items = z.array(
  z.object({ password: z.string().optional(), url: z.string().optional(), note: z.string().optional() }),
);

/**
 * Its command prints no one-time codes. The seed is kept in the notes of the entry, as people do who use it: an
 * `otpauth://totp/` URI, or a line such as `TOTP: JBSWY3DPEHPK3PXP`. The code is made here, and the seed goes nowhere.
 */
export function createLastpass({ environment }: CredentialProviderDeps): CredentialProvider {
  const get = async (account: string, signal: AbortSignal) => {
    const args = ['show', '--color=never', '--json', '--', account];
    const printed = await askCommand(LPASS, { args }, environment, signal);
    if (printed === undefined) return undefined;
    // A name that several entries share is nobody's.
    const [entry, rival] = readPrinted(LPASS.program, printed, items);
    if (entry === undefined || rival !== undefined) return undefined;
    return { ...entry, urls: entry.url === undefined ? [] : [entry.url] };
  };
  return {
    password: async (account, signal) => {
      const got = await get(account, signal);
      return got?.password === undefined ? undefined : { value: got.password, urls: got.urls };
    },
    code: async (account, signal) => {
      const got = await get(account, signal);
      const seed = seedIn(got?.note ?? '');
      if (got === undefined || seed === undefined) return undefined;
      const { createCodeMaker } = await import('../one-time-code.js');
      const maker = createCodeMaker(seed);
      if (maker === undefined) throw new Failure('vault.bad-record', 'the seed in the notes of this entry is none');
      return { value: maker.at(Date.now()).code, urls: got.urls };
    },
  };
}

const SEED_URI = /otpauth:\/\/totp\/[^\s"'<>]+/iu;
const SEED_LINE =
  /^[ \t]*(?:totp|otp|2fa|mfa|one-time code)(?:[ \t]+(?:seed|secret|key))?[ \t]*[:=][ \t]*([A-Z2-7][A-Z2-7 =-]+)$/imu;

function seedIn(note: string): string | undefined {
  return SEED_URI.exec(note)?.[0] ?? SEED_LINE.exec(note)?.[1];
}
