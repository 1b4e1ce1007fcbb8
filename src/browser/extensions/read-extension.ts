import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { Failure, onePageLine } from '../../core/index.js';
import type { ExtensionFacts } from '../../core/index.js';

const MAX_FILES = 2000;
const MAX_BYTES = 50 * 1024 * 1024;

/** With one of these an extension could leave the proxy, steer other pages, or grant itself what policy denies. */
const NEVER =
  /^(?:proxy|debugger|nativeMessaging|management|privacy|contentSettings|browsingData|dns|vpnProvider|enterprise\..*|pageCapture|tabCapture|desktopCapture|webRequestBlocking|webRequestAuthProvider)$/u;

const words = z.array(z.unknown()).default([]);
const manifestSchema = z.looseObject({
  manifest_version: z.literal(3),
  name: z.string().min(1),
  version: z.string().min(1),
  permissions: words,
  optional_permissions: words,
  host_permissions: words,
  optional_host_permissions: words,
  content_scripts: z.array(z.looseObject({ matches: words })).default([]),
});

export interface ReadExtension {
  readonly facts: ExtensionFacts;
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

/** Every file of an unpacked extension below the folder; a link on the way out of it, or in it, is refused. */
export async function readExtension(root: string, path: string): Promise<ReadExtension> {
  const folder = await unlessMissing(realpath(root));
  const wanted = resolve(folder, path);
  if (path.includes('\0') || !isBelow(folder, wanted)) throw bad('it is not in the folder for extensions');
  const real = await unlessMissing(realpath(wanted));
  if (!isBelow(folder, real)) throw bad('a link leads out of the folder for extensions');
  if (!(await lstat(real)).isDirectory()) throw bad('it is no folder with a manifest.json');
  const files = await filesBelow(real);
  const manifest = files.find((file) => file.path === 'manifest.json');
  if (manifest === undefined) throw bad('it has no manifest.json');
  return { files, facts: { ...factsOf(manifest.bytes), digest: digestOf(files) } };
}

async function filesBelow(folder: string): Promise<ReadExtension['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > MAX_FILES) throw bad(`it has more than ${String(MAX_FILES)} files`);
  const files: { path: string; bytes: Buffer }[] = [];
  let total = 0;
  for (const entry of entries) {
    const at = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw bad('it holds a link or a special file');
    total += (await lstat(at)).size;
    if (total > MAX_BYTES) throw bad(`it is larger than ${String(MAX_BYTES)} bytes`);
    files.push({ path: relative(folder, at), bytes: await readFile(at) });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function factsOf(bytes: Buffer): Omit<ExtensionFacts, 'digest'> {
  const manifest = manifestSchema.safeParse(fromJson(bytes));
  if (!manifest.success) throw bad('its manifest.json is not one of version 3 with a name and a version');
  const { name, version, content_scripts: scripts, ...rest } = manifest.data;
  const asked = [...rest.permissions, ...rest.optional_permissions].map(String);
  const refused = asked.find((permission) => NEVER.test(permission));
  if (refused !== undefined) throw new Failure('policy.denied', `no extension gets the permission ${refused}`);
  const hosts = [...rest.host_permissions, ...rest.optional_host_permissions].map(String);
  const pages = scripts.flatMap(({ matches }) => matches.map(String));
  const say = (label: string, items: readonly string[]): string[] =>
    items.map((item) => `${label} ${onePageLine(item, 200)}`);
  return {
    name: onePageLine(name, 100),
    version: onePageLine(version, 40),
    asksFor: [...say('permission', asked), ...say('requests to', hosts), ...say('script in', pages)],
  };
}

function digestOf(files: ReadExtension['files']): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  return hash.digest('hex');
}

function fromJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
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
