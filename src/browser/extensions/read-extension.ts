import { createHash } from 'node:crypto';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Failure } from '../../core/index.js';
import type { ExtensionFacts } from '../../core/index.js';
import { openBeneath } from '../files/open-beneath.js';
import { readManifest } from './manifest-facts.js';

const MAX_FILES = 2000;
const MAX_BYTES = 50 * 1024 * 1024;
const MANIFEST = 'manifest.json';

export interface ExtensionFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface ReadExtension {
  readonly facts: ExtensionFacts;
  /** What the browser is given, and what the digest is of. */
  readonly files: readonly ExtensionFile[];
}

/** Every file of an unpacked extension below the folder; a link on the way out of it, or in it, is refused. */
export async function readExtension(root: string, path: string): Promise<ReadExtension> {
  const folder = await unlessMissing(realpath(root));
  const wanted = resolve(folder, path);
  if (path.includes('\0') || !isBelow(folder, wanted)) throw bad('it is not in the folder for extensions');
  const real = await unlessMissing(realpath(wanted));
  if (!isBelow(folder, real)) throw bad('a link leads out of the folder for extensions');
  if (!(await lstat(real)).isDirectory()) throw bad('it is no folder with a manifest.json');
  const found = await filesBelow(real);
  const fileOf = (name: string): Buffer | undefined => found.find((file) => file.path === name)?.bytes;
  const manifest = fileOf(MANIFEST);
  if (manifest === undefined) throw bad('it has no manifest.json');
  const { facts, bytes } = readManifest(manifest, fileOf);
  const files = found.map((file) => (file.path === MANIFEST ? { path: MANIFEST, bytes } : file));
  return { files, facts: { ...facts, digest: extensionDigest(files) } };
}

/** In the order of their paths. */
export async function filesBelow(folder: string): Promise<readonly ExtensionFile[]> {
  const files: ExtensionFile[] = [];
  let entries = 0;
  let left = MAX_BYTES;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (++entries > MAX_FILES) throw bad(`it has more than ${String(MAX_FILES)} files`);
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw bad('it holds a link or a special file');
    const path = relative(folder, join(entry.parentPath, entry.name));
    const bytes = await readBeneath(folder, path, left);
    left -= bytes.length;
    files.push({ path, bytes });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One that is swapped for a link or a pipe, or that grows, since it was listed is refused. */
async function readBeneath(folder: string, path: string, left: number): Promise<Buffer> {
  const file = await openBeneath(folder, path, 'extension').catch(() => {
    throw bad('it holds a link or a special file, or it changed while it was read');
  });
  try {
    const { size } = await file.stat();
    if (size > left) throw bad(`it is larger than ${String(MAX_BYTES)} bytes`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    if (bytesRead !== size) throw bad('it changed while it was read');
    return bytes;
  } finally {
    await file.close();
  }
}

export function extensionDigest(files: readonly ExtensionFile[]): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  return hash.digest('hex');
}

async function unlessMissing(path: Promise<string>): Promise<string> {
  try {
    return await path;
  } catch {
    throw bad('there is no such folder in the folder for extensions');
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep) && path !== folder;
}

function bad(why: string): Failure {
  return new Failure('browser.bad-extension', why);
}
