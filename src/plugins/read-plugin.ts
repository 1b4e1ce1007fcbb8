import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { Failure } from '../core/index.js';
import type { Capability, InstalledPlugin } from '../core/index.js';
import { errnoOf } from '../platform/errno.js';
import { parseManifest } from './manifest.js';
import type { Manifest } from './manifest.js';
import type { PluginOptions } from './options.js';

export const MANIFEST_FILE = 'gatewright-plugin.json';
const MAX_FILES = 200;
const MAX_BYTES = 5_000_000;
const OTHERS_MAY_WRITE = 0o002;

/** A plugin whose files were read once: what runs is what was checked, whatever happens to the folder later. */
export interface ReadPlugin extends InstalledPlugin {
  readonly main: string;
  /** The copy that it runs from. */
  readonly folder: string;
  /** Over all its files, for the record. */
  readonly sha256: string;
}

export interface ReadPlace {
  /** The capabilities that the operator has switched on. */
  readonly capabilities: readonly Capability[];
  /** Names of our own tools, which no plugin's tool may have. */
  readonly ownTools: readonly string[];
  /** Nothing of the workspace is a plugin, but for its `plugins` folder: pages' downloads lie there. */
  readonly workspace: string;
  /** Where the copies go. */
  readonly copies: string;
}

/** Reads, checks and copies each plugin. The first fault refuses the start, and says what to do. */
export function readPlugins(options: PluginOptions, place: ReadPlace): readonly ReadPlugin[] {
  const read: ReadPlugin[] = [];
  options.forEach((option, i) => {
    const refuse = (why: string): Failure => new Failure('config.invalid', `plugins.${String(i)}: ${why}`);
    const plugin = readPlugin(option, place, refuse);
    if (read.some(({ namespace }) => namespace === plugin.namespace))
      throw refuse(`another plugin has the namespace ${plugin.namespace} already; take one of them out`);
    read.push(plugin);
  });
  return read;
}

type Refuse = (why: string) => Failure;

function readPlugin({ path, capabilities }: PluginOptions[number], place: ReadPlace, refuse: Refuse): ReadPlugin {
  const off = capabilities.find((name) => !place.capabilities.includes(name));
  if (off !== undefined)
    throw refuse(`${off} is granted and not on; add it to capabilities, or take it out of the plugin's`);
  const folder = folderAt(path, place, refuse);
  const files = readFiles(folder, refuse);
  const found = files.get(MANIFEST_FILE);
  if (found === undefined) throw refuse(`there is no ${MANIFEST_FILE} in the folder`);
  const manifest = parseManifest(found.toString('utf8'));
  if (typeof manifest === 'string') throw refuse(`${MANIFEST_FILE}: ${manifest}`);
  check(manifest, capabilities, place, refuse);
  if (!files.has(manifest.main)) throw refuse(`${MANIFEST_FILE}: main: there is no file ${manifest.main}`);
  const { namespace, version, main, tools } = manifest;
  const copy = join(place.copies, namespace);
  copyTo(copy, files);
  return { namespace, version, main, tools, capabilities, folder: copy, sha256: digest(files) };
}

function check(manifest: Manifest, granted: readonly string[], { ownTools }: ReadPlace, refuse: Refuse): void {
  const wanted = manifest.capabilities.find((name) => !granted.includes(name));
  if (wanted !== undefined)
    throw refuse(
      `${manifest.namespace} needs ${wanted}; grant it in the plugin's capabilities, or leave the plugin out`,
    );
  const ours = manifest.tools.find(({ name }) => ownTools.includes(name));
  if (ours !== undefined)
    throw refuse(`${MANIFEST_FILE}: tools: ${ours.name} is the name of a tool of Gatewright's; choose another`);
}

function folderAt(path: string, { workspace }: ReadPlace, refuse: Refuse): string {
  try {
    const folder = realpathSync(path);
    const isInside = `${folder}${sep}`.startsWith(`${workspace}${sep}`);
    if (isInside && !`${folder}${sep}`.startsWith(`${join(workspace, 'plugins')}${sep}`))
      throw refuse('it lies in the workspace, where downloads and copies lie too; only its plugins folder may be used');
    return folder;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refuse(`the folder cannot be read (${errnoOf(error) ?? 'unknown'}); give the path of the plugin's folder`);
  }
}

/** By their paths in the folder. A link could lead to any file of ours: it is refused, not followed. */
function readFiles(folder: string, refuse: Refuse): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  const walk = (below: string): void => {
    refuseOpen(join(folder, below), below, refuse);
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        walk(name);
        continue;
      }
      if (!entry.isFile()) throw refuse(`${name} is no plain file; put the file itself there`);
      refuseOpen(join(folder, name), name, refuse);
      bytes += lstatSync(join(folder, name)).size;
      if (files.size >= MAX_FILES || bytes > MAX_BYTES)
        throw refuse(`it has more than ${String(MAX_FILES)} files or ${String(MAX_BYTES)} bytes; bundle it`);
      files.set(name, readFileSync(join(folder, name)));
    }
  };
  try {
    walk('');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refuse(`its files cannot be read (${errnoOf(error) ?? 'unknown'})`);
  }
  return files;
}

/** A user who may write to the plugin's files would choose what runs (CWE-732). */
function refuseOpen(path: string, name: string, refuse: Refuse): void {
  if (process.platform === 'win32' || (lstatSync(path).mode & OTHERS_MAY_WRITE) === 0) return;
  throw refuse(`others may write to ${name === '' ? 'the folder' : name}; run: chmod -R o-w on it`);
}

/** Readable for the unprivileged user that it runs as; the folder around it is closed. */
function copyTo(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, content] of files) {
    const steps = name.split('/');
    steps.reduce((parent, step) => {
      makeOpen(parent);
      return join(parent, step);
    }, folder);
    const path = join(folder, name);
    writeFileSync(path, content);
    chmodSync(path, 0o444);
  }
}

function makeOpen(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function digest(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${String(content.length)}\0`).update(content);
  return hash.digest('hex');
}
