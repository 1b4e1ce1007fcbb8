import { randomBytes } from 'node:crypto';
import { chmod, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../core/index.js';
import { connectTo } from '../control/control-connection.js';
import { chooseAddress, isClosedToOthers, makePrivateFolder, removeTraces } from '../control/control-place.js';
import { isProcessAlive } from '../platform/process-liveness.js';

const NOTE_END = '.console';
const note = z.strictObject({
  pid: z.int().positive(),
  address: z.string().min(1).max(1000),
  /** Where a browser reaches it. */
  base: z.string().regex(/^https?:\/\/[^\s/]+$/u),
});
const CONNECT_MS = 2000;
const MAX_LINK = 500;

/**
 * While a console is open, whoever may enter the workspace gets a new one-time link for it: they could read the
 * process's output, and open a console of their own, as well. The socket is in a folder that is closed to others.
 */
export async function offerLinks(
  runFolder: string,
  base: string,
  makeLink: () => string,
): Promise<() => Promise<void>> {
  const folder = await makePrivateFolder(runFolder);
  const id = `console-${randomBytes(4).toString('hex')}`;
  const address = await chooseAddress(folder, id);
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(`${makeLink()}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  if (process.platform !== 'win32') await chmod(address, 0o600);
  server.unref();
  const file = path.join(folder, `${id}${NOTE_END}`);
  await writeFile(file, JSON.stringify({ pid: process.pid, address, base }), { flag: 'wx', mode: 0o600 });
  return async () => {
    server.close();
    await rm(file, { force: true });
    await removeTraces(folder, id, { pid: process.pid, address });
  };
}

/** Where the console of this workspace is that is open already; undefined if there is none. */
export async function findConsole(folder: string): Promise<string | undefined> {
  for (const { data } of await readNotes(folder)) {
    if (data !== undefined && isProcessAlive(data.pid)) return data.base;
  }
  return undefined;
}

async function readNotes(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(NOTE_END)).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, data: note.safeParse(parseJson(await readFile(file, 'utf8').catch(() => ''))).data };
    }),
  );
}

/** A link for a console of this workspace that is open already; undefined if there is none. */
export async function askForLink(folder: string): Promise<string | undefined> {
  for (const { file, data } of await readNotes(folder)) {
    if (data === undefined || !(await isClosedToOthers(path.dirname(data.address)))) continue;
    const socket = await connectTo(data.address, CONNECT_MS);
    if (typeof socket !== 'string') {
      const link = await readLink(socket);
      if (link !== undefined) return link;
    } else if (!isProcessAlive(data.pid)) await rm(file, { force: true });
  }
  return undefined;
}

function readLink(socket: net.Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let read = '';
    socket.setTimeout(CONNECT_MS, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      read += chunk;
      if (read.length > MAX_LINK) socket.destroy();
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      const link = read.trim();
      resolve(/^https?:\/\/[^\s/]+\/enter\/[\w-]+$/u.test(link) ? link : undefined);
    });
  });
}
