import { Failure } from '../core/index.js';
import { readList, readTextSetting } from './settings.js';
import type { Setting } from './settings.js';

/** What a person gave on the command line. Lists as they were typed: each use of a flag may hold several, by comma. */
export interface Flags {
  readonly capabilities?: readonly string[];
  readonly allow?: readonly string[];
  readonly block?: readonly string[];
  readonly allowPrivate?: readonly string[];
  readonly headed?: boolean;
  readonly executablePath?: string;
  /** `[host:]port` */
  readonly http?: string;
}

export function readFlags(flags: Flags): readonly Setting[] {
  return [
    ...list('--capabilities', ['capabilities'], flags.capabilities),
    ...list('--allow', ['network', 'allow'], flags.allow),
    ...list('--block', ['network', 'block'], flags.block),
    ...list('--allow-private', ['network', 'unsafeAllowPrivate'], flags.allowPrivate),
    ...(flags.headed === true ? [setting('--headed', ['browser', 'headless'], false)] : []),
    ...(flags.executablePath === undefined ? [] : [executable(flags.executablePath)]),
    ...(flags.http === undefined ? [] : httpSettings(flags.http)),
  ];
}

function list(name: string, path: readonly string[], values: readonly string[] | undefined): Setting[] {
  if (values === undefined) return [];
  return [
    setting(
      name,
      path,
      values.flatMap((value) => readList(name, value)),
    ),
  ];
}

function executable(path: string): Setting {
  const name = '--executable-path';
  return setting(name, ['browser', 'executablePath'], readTextSetting(name, path));
}

function httpSettings(text: string): Setting[] {
  const parts = /^(?:(?<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):)?(?<port>\d{1,5})$/u.exec(text)?.groups;
  if (parts?.port === undefined)
    throw new Failure('config.invalid', '--http: expected a port or host:port, such as 7800 or 127.0.0.1:7800');
  const port = setting('--http', ['http', 'port'], Number(parts.port));
  if (parts.host === undefined) return [port];
  return [setting('--http', ['http', 'host'], parts.host.replace(/^\[|\]$/gu, '')), port];
}

function setting(name: string, path: readonly string[], value: Setting['value']): Setting {
  return { path, value, source: { from: 'flag', name } };
}
