import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, parseJson } from '../core/index.js';
import type { SavedState, StateStore } from '../core/index.js';
import { isMissing } from '../platform/errno.js';
import { checkPrivateFolder } from '../platform/private-files.js';
import { replaceFileDurably } from '../platform/replace-file.js';
import { createFileKey } from './backends/file-key.js';
import type { FileKey } from './backends/file-key.js';
import { keyringKey } from './backends/keyring-key.js';
import type { VaultOptions } from './options.js';
import type { Environment } from './environment.js';
import { readSecretFile, refuseToOpen } from './secret-file.js';

export interface StatePlace {
  /** Of the saved states; made at the first saving. */
  readonly folder: string;
  /** Of the file vault, whose key opens the states too. */
  readonly vaultFolder: string;
  readonly environment: Environment;
}

const MAX_STATES = 50;
const MAX_BYTES = 40 * 1024 * 1024;
const NAME = /^[a-z0-9-]{1,40}$/u;

const cookie = z.strictObject({
  ...{ name: z.string(), value: z.string(), domain: z.string(), path: z.string(), expires: z.number() },
  ...{ httpOnly: z.boolean(), secure: z.boolean(), sameSite: z.enum(['Strict', 'Lax', 'None']) },
});
/** Whose it is and what it is called is inside: a file that was moved or copied to another name is not taken. */
const contents = z.strictObject({
  version: z.literal(1),
  principal: z.string(),
  name: z.string(),
  state: z.strictObject({
    origin: z.string(),
    cookies: z.array(cookie),
    localStorage: z.record(z.string(), z.string()),
    sessionStorage: z.record(z.string(), z.string()),
  }),
});

/** One age-encrypted file for each state, in a folder for each principal; locked with the file vault's key. */
export function createStateStore(options: VaultOptions, { folder, vaultFolder, environment }: StatePlace): StateStore {
  const isFile = options.backend === 'file';
  const keyFolder = isFile ? vaultFolder : folder;
  const key = keyOf(options, keyFolder, environment);
  const folderOf = (principal: string): string =>
    join(folder, createHash('sha256').update(principal).digest('hex').slice(0, 32));
  const fileOf = (principal: string, name: string): string => {
    if (!NAME.test(name)) throw new Failure('call.bad-arguments', 'name: 1 to 40 of a-z, 0-9 and -');
    return join(folderOf(principal), `${name}.age`);
  };
  const names = async (principal: string): Promise<readonly string[]> => {
    const entries = await readdir(folderOf(principal)).catch((error: unknown): string[] => {
      if (isMissing(error)) return [];
      throw new Failure('vault.denied', 'the saved states cannot be read', undefined, error);
    });
    return entries.flatMap((entry) => /^([a-z0-9-]{1,40})\.age$/u.exec(entry)?.[1] ?? []).sort();
  };
  return {
    names,
    save: async (principal, name, state) => {
      const file = fileOf(principal, name);
      const there = await names(principal);
      if (!there.includes(name) && there.length >= MAX_STATES)
        throw new Failure('session.limit', `${String(MAX_STATES)} states are saved. Save under a name that is there.`);
      for (const path of [keyFolder, folder, folderOf(principal)])
        await checkPrivateFolder(path, true, refuseToOpen(path));
      const { lockText } = await import('./backends/age-file.js');
      const text = JSON.stringify({ version: 1, principal, name, state });
      await replaceFileDurably(file, await lockText(text, { key: await key.make() }));
    },
    load: async (principal, name) => {
      const file = fileOf(principal, name);
      const place = folderOf(principal);
      if (!(await checkPrivateFolder(place, false, refuseToOpen(place)))) return undefined;
      const locked = await readSecretFile(file, { maxBytes: MAX_BYTES });
      return locked === undefined ? undefined : unlock(locked, key, principal, name);
    },
  };
}

function keyOf(options: VaultOptions, folder: string, environment: Environment): FileKey {
  if (options.backend !== 'file') return createFileKey({ folder });
  const { keyFile, passphraseFile, keyring } = options;
  return keyring === true ? keyringKey(folder, environment) : createFileKey({ folder, keyFile, passphraseFile });
}

async function unlock(locked: Buffer, key: FileKey, principal: string, name: string): Promise<SavedState> {
  const opened = await key.open();
  if (opened === undefined) throw new Failure('vault.denied', 'the key of the saved states is not there');
  const { openText } = await import('./backends/age-file.js');
  const read = await openText(locked, { key: opened });
  if ('fault' in read) throw new Failure('vault.bad-record', 'the saved state cannot be opened with this key');
  const parsed = contents.safeParse(parseJson(read.text));
  if (!parsed.success || parsed.data.principal !== principal || parsed.data.name !== name)
    throw new Failure('vault.bad-record', 'the file holds another state');
  return parsed.data.state;
}
