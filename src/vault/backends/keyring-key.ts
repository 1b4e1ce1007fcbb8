import { Failure } from '../../core/index.js';
import { environmentFor } from '../environment.js';
import type { Environment } from '../environment.js';
import { runCommand } from '../../platform/run-command.js';
import { keyIn } from './file-key.js';
import type { FileKey } from './file-key.js';

const OWN = /^DBUS_SESSION_BUS_ADDRESS$/u;
const TIMEOUT_MS = 4000;
const MAX_BYTES = 4096;

/**
 * The key in the login keyring of a Linux desktop, through `secret-tool`: it is there while its owner is logged in.
 * The folder of the vault is what it is found by, so that each workspace has its own.
 */
export function keyringKey(folder: string, environment: Environment): FileKey {
  const attributes = ['service', 'gatewright', 'vault', folder];
  const run = async (args: readonly string[], input?: string) => {
    const result = await runCommand(
      {
        program: 'secret-tool',
        args,
        environment: environmentFor(environment, OWN),
        ...(input !== undefined && { input }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      },
      new AbortController().signal,
    );
    if (result.kind === 'not-found') throw new Failure('vault.unavailable', 'the command secret-tool is not installed');
    if (result.kind === 'ran') return result;
    throw new Failure('vault.unavailable', 'the keyring did not answer; it may be locked');
  };
  let known: string | undefined;
  const open = async () => {
    if (known !== undefined) return known;
    const { status, output, stderr } = await run(['lookup', ...attributes]);
    if (status === 0) return (known = keyIn(output));
    // Without a word it means that there is none.
    if (stderr.trim() === '') return undefined;
    throw new Failure('vault.unavailable', 'the keyring cannot be reached');
  };
  return {
    open,
    make: async () => {
      const there = await open();
      if (there !== undefined) return there;
      const key = await (await import('./age-file.js')).makeKey();
      const { status } = await run(['store', '--label=Gatewright vault', ...attributes], key);
      if (status !== 0) throw new Failure('vault.unavailable', 'the keyring does not take the key');
      return (known = key);
    },
  };
}
