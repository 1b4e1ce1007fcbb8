import { join } from 'node:path';
import { z } from 'zod';
import { Failure, ownCommand, parseJson } from '../../core/index.js';
import { checkPrivateFolder } from '../../platform/private-files.js';
import { replaceFileDurably } from '../../platform/replace-file.js';
import type { Environment } from '../environment.js';
import { readSecretFile, refuseToOpen } from '../secret-file.js';
import type { Backend } from './backend.js';
import { createFileKey } from './file-key.js';
import type { FileKey } from './file-key.js';
import { LOST, withLock } from './file-lock.js';
import { keyringKey } from './keyring-key.js';
import { pathOnDisk, reportFaults, sharedOptions } from './shared-options.js';
import type { OptionFault } from './shared-options.js';

/** The backend of a configuration that names none. */
export const fileOptions = z
  .strictObject({
    backend: z.literal('file').default('file').optional().describe('Where identities are kept.'),
    ...sharedOptions,
    passphraseFile: pathOnDisk.optional().describe('`file`: a file with the passphrase that opens the vault.'),
    keyFile: pathOnDisk.optional().describe('`file`, `sops`: a file with the age key.'),
    keyring: z.boolean().optional().describe('`file`: the key is in the keyring of the Linux desktop.'),
  })
  .superRefine(reportFaults(faultsOf))
  .transform((options) => ({ ...options, backend: 'file' as const }));

interface KeyOptions {
  readonly passphraseFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly keyring?: boolean | undefined;
}

function faultsOf({ passphraseFile, keyFile, keyring }: KeyOptions): readonly OptionFault[] {
  if (keyring === true && process.platform !== 'linux') {
    return [{ key: 'keyring', error: 'this version knows the keyring of Linux desktops only' }];
  }
  const ways = [passphraseFile !== undefined, keyFile !== undefined, keyring === true].filter(Boolean);
  return ways.length > 1 ? [{ key: 'keyFile', error: 'give one of keyFile, passphraseFile and keyring' }] : [];
}

export interface FileOptions {
  /** Ours alone, in the workspace; made at the first writing. */
  readonly folder: string;
  /** Goes before every key, so that several configurations can share a workspace. */
  readonly path: string;
  readonly keyFile?: string | undefined;
  readonly passphraseFile?: string | undefined;
  /** Keep the key in the login keyring; with what it is reached by. */
  readonly keyring?: Environment | undefined;
}

const contents = z.strictObject({ version: z.literal(1), records: z.record(z.string(), z.unknown()) });
type Records = Readonly<Record<string, unknown>>;

const MAX_BYTES = 16 * 1024 * 1024;

/** The embedded vault: one age-encrypted file. Any age command opens it with the same key. */
export function createFileBackend(options: FileOptions): Backend {
  const { folder, path, keyring } = options;
  const key = keyring === undefined ? createFileKey(options) : keyringKey(folder, keyring);
  const file = join(folder, 'identities.age');

  const readAll = async (): Promise<Records> => {
    if (!(await checkPrivateFolder(folder, false, refuseToOpen(folder)))) return {};
    const locked = await readSecretFile(file, { maxBytes: MAX_BYTES });
    return locked === undefined ? {} : decrypt(locked, key);
  };
  const change = async (act: (records: Records) => Records | undefined): Promise<boolean> => {
    await checkPrivateFolder(folder, true, refuseToOpen(folder));
    return withLock(join(folder, 'identities.lock'), async (stillOurs) => {
      const after = act(await readAll());
      if (after === undefined) return false;
      const locked = await encrypt(after, await key.make());
      if (!(await stillOurs())) return LOST;
      await replaceFileDurably(file, locked);
      return true;
    });
  };

  const readOurs = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(
      Object.entries(await readAll())
        .filter(([name]) => name.startsWith(path) && !name.slice(path.length).includes('/'))
        .map(([name, record]) => [name.slice(path.length), JSON.stringify(record)]),
    );

  return {
    read: async (host) => (await readOurs()).get(host),
    list: async () => [...(await readOurs()).keys()],
    readAll: readOurs,
    ...(options.passphraseFile !== undefined && {
      warmUp: async () => {
        // The next read reports what is wrong.
        await key.open().catch(() => undefined);
      },
    }),
    placeOf: (host) => `the vault of this workspace, with: ${ownCommand(`vault add ${host}`)}`,
    writer: {
      write: async (host, record) => {
        const value: unknown = JSON.parse(record);
        await change((records) => ({ ...records, [path + host]: value }));
      },
      remove: (host) =>
        change((records) => {
          if (!Object.hasOwn(records, path + host)) return undefined;
          return Object.fromEntries(Object.entries(records).filter(([name]) => name !== path + host));
        }),
    },
    close: () => undefined,
  };
}

async function decrypt(locked: Buffer, key: FileKey): Promise<Records> {
  const opened = await key.open();
  if (opened === undefined) throw new Failure('vault.denied', 'the key of the vault is not there');
  const { openText } = await import('./age-file.js');
  const read = await openText(locked, { key: opened });
  if ('fault' in read) {
    if (read.fault === 'damaged') throw new Failure('vault.bad-record', 'identities.age is damaged');
    throw new Failure('vault.denied', 'the key does not open identities.age');
  }
  const parsed = contents.safeParse(parseJson(read.text));
  if (!parsed.success) throw new Failure('vault.bad-record', 'identities.age holds no identities');
  return parsed.data.records;
}

async function encrypt(records: Records, key: string): Promise<Uint8Array> {
  const { lockText } = await import('./age-file.js');
  return lockText(JSON.stringify({ version: 1, records }), { key });
}
