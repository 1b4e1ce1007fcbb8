import { Failure } from '../../core/index.js';
import { readSecretFile } from '../secret-file.js';
import { askCommand } from './ask-command.js';
import type { CommandKind } from './ask-command.js';
import type { CredentialProvider, CredentialProviderDeps } from './provider.js';

const OATHTOOL: CommandKind = { program: 'oathtool', own: /^$/u, missing: /^$/u, locked: /^$/u };
const MAX_BYTES = 4096;

/** Codes from seeds in files of the operator's. The seed goes in by stdin: arguments are for every process to see. */
export function createOathtool(
  seedFiles: ReadonlyMap<string, string>,
  { environment }: CredentialProviderDeps,
): CredentialProvider {
  return {
    password: () => Promise.resolve(undefined),
    code: async (account, signal) => {
      const file = seedFiles.get(account);
      if (file === undefined) return undefined;
      const text = await readSecretFile(file, { maxBytes: MAX_BYTES, mayBeLink: true });
      if (text === undefined) throw new Failure('vault.denied', 'the seed file of this account is not there');
      const { createCodeMaker } = await import('../one-time-code.js');
      const maker = createCodeMaker(text.toString('utf8'));
      if (maker === undefined) {
        throw new Failure('vault.bad-record', 'the seed file has no base32 seed and no otpauth://totp/ URI');
      }
      const { algorithm, digits, period, seed } = maker;
      const how = [
        `--totp=${algorithm.toLowerCase()}`,
        `--digits=${String(digits)}`,
        `--time-step-size=${String(period)}s`,
      ];
      const printed = await askCommand(
        OATHTOOL,
        { args: [...how, '--base32', '-'], input: `${seed}\n` },
        environment,
        signal,
      );
      const value = printed?.trim() ?? '';
      if (!/^\d{6,10}$/u.test(value)) throw new Failure('vault.bad-record', 'what oathtool printed is no code');
      return { value, urls: [] };
    },
  };
}
