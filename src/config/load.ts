import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../core/index.js';
import { checkCapabilityNames } from './capability-names.js';
import { readConfigFile } from './config-file.js';
import { readEnvironment } from './environment.js';
import { configRefusal } from './explain-issues.js';
import { readFlags } from './flags.js';
import type { Flags } from './flags.js';
import { absolutePath } from './safe-paths.js';
import { DEFAULT_CAPABILITIES, configSchema } from './schema.js';
import type { Config } from './schema.js';
import { isMapping, readTextSetting, showPath, valueAt, withSetting } from './settings.js';
import type { Setting, Source, SourceOf } from './settings.js';

export interface LoadInput {
  /** `--config`: must be there. Absent: the one in the workspace, if there is one. */
  readonly file?: string | undefined;
  /** `--workspace` */
  readonly workspace?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly flags: Flags;
}

export interface Loaded {
  /** Deep-frozen. */
  readonly config: Config;
  /** By key path; a list is one value. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly workspace: string;
  /** The file that was read, if any. */
  readonly file?: string;
  /** What the process was given; a browser gets little of it. */
  readonly environment: NodeJS.ProcessEnv;
  /** The same file, environment and flags, as they are now. */
  readonly reload?: () => Promise<Loaded>;
}

/** The file, then the environment, then the flags; checked as a whole, once, and never changed again. */
export async function loadConfig(input: LoadInput): Promise<Loaded> {
  const environment = readEnvironment(input.env);
  const cwd = process.cwd();
  const workspace = workspacePath(input.workspace, input.env);
  const file = input.file === undefined ? join(workspace, 'gatewright.yaml') : absolutePath(input.file, cwd);
  const raw = await readConfigFile(file, input.file !== undefined);
  const checked = checkConfig({ raw, file, settings: [...environment, ...readFlags(input.flags)], cwd });
  const reload = (): Promise<Loaded> => loadConfig(input);
  return { ...checked, workspace, environment: input.env, reload, ...(raw !== undefined && { file }) };
}

/** Which folder is meant; reads nothing else, so that it works while the configuration is broken. */
export function workspacePath(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  const path = flag ?? env['GATEWRIGHT_WORKSPACE'] ?? join(homedir(), '.gatewright');
  return absolutePath(readTextSetting('the workspace', path), process.cwd());
}

export interface Gathered {
  /** What the file said; undefined without one. */
  readonly raw: unknown;
  readonly file: string;
  /** What relative paths in it start from. Absent: where the file is. */
  readonly folder?: string;
  /** What overrides the file, the strongest last. */
  readonly settings: readonly Setting[];
  readonly cwd: string;
}

export function checkConfig({
  raw,
  file,
  folder = dirname(file),
  settings,
  cwd,
}: Gathered): Pick<Loaded, 'config' | 'sources'> {
  const sourceOf = sourcesOf(raw, file, settings);
  const whole = settings.reduce<unknown>(applySetting, raw ?? {});
  checkCapabilityNames(whole, sourceOf);
  const parsed = configSchema.safeParse(withAbsolutePaths(whole, sourceOf, folder, cwd));
  if (!parsed.success) {
    throw configRefusal({ schema: configSchema, issues: parsed.error.issues, input: whole, sourceOf });
  }
  const sources = leafPaths(parsed.data).map((path) => [showPath(path), sourceOf(path) ?? DEFAULT] as const);
  return { config: freezeDeep(parsed.data), sources: new Map(sources) };
}

/** `--capabilities +fetch` adds to what counts without it; a list that has names with and without + is a mistake. */
function applySetting(into: unknown, { path, value, source }: Setting): unknown {
  const isAdded = (name: unknown): name is string => typeof name === 'string' && name.startsWith('+');
  if (path.join('.') !== 'capabilities' || !Array.isArray(value) || !value.some(isAdded))
    return withSetting(into, path, value);
  const added = value.filter(isAdded).map((name) => name.slice(1));
  if (added.length < value.length)
    throw new Failure(
      'config.invalid',
      `${source.name ?? 'capabilities'}: give either all names (read,navigation,fetch) or only what is added (+fetch)`,
    );
  const before = valueAt(into, path);
  const names = Array.isArray(before) ? before.filter((name) => typeof name === 'string') : DEFAULT_CAPABILITIES;
  return withSetting(into, path, [...new Set([...names, ...added])]);
}

const DEFAULT: Source = { from: 'default' };

function sourcesOf(raw: unknown, file: string, settings: readonly Setting[]): SourceOf {
  return (path) => {
    const set = settings.findLast((setting) => setting.path.every((key, i) => path[i] === key));
    if (set !== undefined) return set.source;
    return valueAt(raw, path) === undefined ? undefined : { from: 'file', name: file };
  };
}

/** A path in the file is meant from where the file is; one from the environment or a flag from where it was typed. */
function withAbsolutePaths(whole: unknown, sourceOf: SourceOf, fileFolder: string, cwd: string): unknown {
  const teams = valueAt(whole, ['teams']);
  const accounts = valueAt(whole, ['credentials', 'accounts']);
  const channels = valueAt(whole, ['approval', 'channels']);
  const vault = valueAt(whole, ['vault']);
  const plugins = valueAt(whole, ['plugins']);
  const paths: (string | number)[][] = [
    ['browser', 'executablePath'],
    ['network', 'upstreamProxy', 'caFile'],
    ['audit', 'keyFile'],
    ['audit', 'postgres', 'urlFile'],
    ...(isMapping(vault) ? Object.keys(vault) : []).filter(isFileKey).map((key) => ['vault', key]),
    ...(Array.isArray(channels) ? channels.map((_, i) => ['approval', 'channels', i, 'webhook', 'secretFile']) : []),
    ...(Array.isArray(plugins) ? plugins.map((_, i) => ['plugins', i, 'path']) : []),
    ...(isMapping(accounts) ? Object.keys(accounts).map((name) => ['credentials', 'accounts', name, 'seedFile']) : []),
    ...(isMapping(teams) ? Object.keys(teams).map((team) => ['teams', team, 'tokenFile']) : []),
  ];
  return paths.reduce((into, path) => {
    const value = valueAt(into, path);
    if (typeof value !== 'string' || value === '') return into;
    const base = sourceOf(path)?.from === 'file' ? fileFolder : cwd;
    return withSetting(into, path, absolutePath(value, base));
  }, whole);
}

function isFileKey(key: string): boolean {
  return key === 'file' || key.endsWith('File');
}

function leafPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!isMapping(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

/** Freezes a value and everything in it. */
function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeep(inner);
  }
  return value;
}
