import { join } from 'node:path';
import type { ProviderEnvironment } from '../provider.js';

const ALWAYS = [
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
];
const WINDOW = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_SESSION_TYPE'];
const WINDOWS = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
  'NUMBER_OF_PROCESSORS',
];
const PLAIN_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(':');

/** Few names from the operator's environment: no tokens, no proxies, none of Playwright's or Node's switches. */
export function browserEnvironment(
  from: ProviderEnvironment,
  folder: string,
  options: { readonly headless: boolean; readonly platform: NodeJS.Platform },
): Record<string, string> {
  const temporary = join(folder, 'tmp');
  const env: Record<string, string> = {
    HOME: folder,
    TMPDIR: temporary,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: temporary,
    // The desktop's message bus reaches things that are not the browser's business.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    PATH: options.platform === 'win32' ? (from['Path'] ?? from['PATH'] ?? '') : PLAIN_PATH,
  };
  const names = [...ALWAYS, ...(options.headless ? [] : WINDOW), ...(options.platform === 'win32' ? WINDOWS : [])];
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  if (options.platform === 'win32')
    Object.assign(env, { TEMP: temporary, TMP: temporary, USERPROFILE: folder, LOCALAPPDATA: folder, APPDATA: folder });
  // Wayland finds its socket in the real runtime folder.
  if (!options.headless && from['WAYLAND_DISPLAY'] !== undefined && from['XDG_RUNTIME_DIR'] !== undefined) {
    env['XDG_RUNTIME_DIR'] = from['XDG_RUNTIME_DIR'];
  }
  return env;
}
