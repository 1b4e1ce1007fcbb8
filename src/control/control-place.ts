import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { Failure, parseJson } from '../core/index.js';
import { isOpenToOthers, isOwnedByUs } from '../platform/private-files.js';

/**
 * A server's socket is `<id>.sock` in the run folder, or, where the system cannot bind that path, in a private temporary
 * folder or a named pipe. `<id>.control`, written before it listens, says where it is and whose.
 */
const NOTE_NAME = /^(?<id>[A-Za-z0-9][A-Za-z0-9_-]{0,63})\.control$/u;
const controlNote = z.strictObject({ pid: z.int().positive(), address: z.string().min(1).max(1000) });
export type ControlNote = z.infer<typeof controlNote>;

// sun_path, without its closing zero.
const MAX_PATH = process.platform === 'darwin' ? 103 : 107;

export async function makePrivateFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const facts = await lstat(folder);
  if (!facts.isDirectory()) throw new Failure('config.workspace', 'the run folder is not a folder');
  // Before anything is bound in it: where nobody else can enter, no socket is open to others for a moment.
  if (isOpenToOthers(facts)) await chmod(folder, 0o700);
  return realpath(folder);
}

export async function chooseAddress(folder: string, id: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\gatewright-${randomBytes(16).toString('hex')}`;
  const plain = path.join(folder, `${id}.sock`);
  if (Buffer.byteLength(plain) <= MAX_PATH) return plain;
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'gatewright-'));
  const address = path.join(elsewhere, 'control.sock');
  if (Buffer.byteLength(address) <= MAX_PATH) return address;
  await rmdir(elsewhere);
  throw new Failure('config.workspace', 'the paths of the workspace and of the temporary folder are too long');
}

/** Fails when there is one already: two servers never share an id. */
export async function writeNote(folder: string, id: string, address: string): Promise<void> {
  if (!NOTE_NAME.test(`${id}.control`)) throw new Failure('config.workspace', 'the id of the server is no file name');
  const note: ControlNote = { pid: process.pid, address };
  await writeFile(path.join(folder, `${id}.control`), JSON.stringify(note), { flag: 'wx', mode: 0o600 });
}

export async function listIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => NOTE_NAME.exec(name)?.groups?.['id'] ?? []).sort();
}

/** Undefined if it cannot be read, or points to where a stranger could listen: a person's answers would go to them. */
export async function readNote(folder: string, id: string): Promise<ControlNote | undefined> {
  const file = path.join(folder, `${id}.control`);
  const facts = await lstat(file).catch(() => undefined);
  if (facts?.isFile() !== true || facts.size > 2000) return undefined;
  const { data: note } = controlNote.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')));
  if (note === undefined) return undefined;
  if (process.platform === 'win32') return note.address.startsWith('\\\\.\\pipe\\gatewright-') ? note : undefined;
  const { dir, base } = path.parse(note.address);
  const isOurs = base === `${id}.sock` || (base === 'control.sock' && path.basename(dir).startsWith('gatewright-'));
  return isOurs && path.isAbsolute(dir) && (await isClosedToOthers(dir)) ? note : undefined;
}

export async function isClosedToOthers(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => undefined);
  // A temporary folder that was cleaned away: nobody listens there any more.
  if (facts === undefined) return true;
  if (!facts.isDirectory() || isOpenToOthers(facts)) return false;
  // Root serves the run folders of other users too.
  return process.getuid?.() === 0 || isOwnedByUs(facts);
}

/** The note goes last: when this is cut short, the next one finds the rest. */
export async function removeTraces(folder: string, id: string, { address }: ControlNote): Promise<void> {
  if (process.platform !== 'win32') {
    await rm(address, { force: true });
    // A temporary folder of ours held the socket and nothing else.
    if (path.dirname(address) !== folder) await rmdir(path.dirname(address)).catch(() => undefined);
  }
  await rm(path.join(folder, `${id}.control`), { force: true });
}
