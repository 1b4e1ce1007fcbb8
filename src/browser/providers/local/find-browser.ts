import { posix, win32 } from 'node:path';
import { Failure } from '../../../core/index.js';
import type { ProviderEnvironment } from '../provider.js';

export interface FoundBrowser {
  readonly path: string;
  readonly how: 'configured' | 'installed by Playwright' | 'installed by Gatewright' | 'system' | 'npm package';
}

/** What the search may look at. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: ProviderEnvironment;
  isFile(path: string): boolean;
  isScript(path: string): boolean;
  /** Names in a folder; empty when there is none. */
  list(folder: string): readonly string[];
  /** The folder of the npm package `chromium`, if it is installed. */
  readonly npmChromium?: string | undefined;
}

export interface Wanted {
  readonly executablePath?: string | undefined;
  readonly headless: boolean;
  /** Searched like Playwright's folder. */
  readonly browsersFolders?: readonly string[];
}

/** The browser's own binary. A distribution's shell wrapper adds switches and extensions of its own. */
export function findBrowser(wanted: Wanted, machine: Machine): FoundBrowser | undefined {
  if (wanted.executablePath !== undefined) return configured(wanted.executablePath, machine);
  const { environment } = machine;
  const named = environment['PLAYWRIGHT_BROWSERS_PATH'];
  const first = (paths: readonly string[], how: FoundBrowser['how']): FoundBrowser | undefined => {
    const path = paths.find((candidate) => machine.isFile(candidate) && !machine.isScript(candidate));
    return path === undefined ? undefined : { path, how };
  };
  const inFolders = (folders: readonly string[]) =>
    folders.flatMap((folder) => inBrowsersFolder(folder, wanted.headless, machine));
  return (
    first(inFolders(named === undefined || named === '0' ? [] : [named]), 'installed by Playwright') ??
    first(inFolders(wanted.browsersFolders ?? []), 'installed by Gatewright') ??
    first(systemPaths(machine), 'system') ??
    first(inFolders([playwrightCache(machine)]), 'installed by Playwright') ??
    first(
      machine.npmChromium === undefined
        ? []
        : binariesIn(join(machine, machine.npmChromium, 'lib', 'chromium'), machine),
      'npm package',
    )
  );
}

const BEHIND_WRAPPERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /chromium/u,
    [
      '/usr/lib/chromium/chromium',
      '/usr/lib/chromium/chrome',
      '/usr/lib/chromium-browser/chromium-browser',
      '/usr/lib64/chromium-browser/chromium-browser',
    ],
  ],
  [/chrome/u, ['/opt/google/chrome/chrome']],
  [/edge/u, ['/opt/microsoft/msedge/msedge']],
];

function configured(path: string, machine: Machine): FoundBrowser {
  if (!machine.isFile(path)) {
    throw new Failure(
      'browser.not-installed',
      'There is no file at browser.executablePath (--executable-path). Tell the user to correct it, or leave it out and run: gatewright install-browser',
    );
  }
  const wrapped = machine.isScript(path)
    ? BEHIND_WRAPPERS.find(([name]) => name.test(path))?.[1].find((binary) => machine.isFile(binary))
    : undefined;
  return { path: wrapped ?? path, how: 'configured' };
}

function systemPaths(machine: Machine): string[] {
  const { platform }: { platform: string } = machine;
  switch (platform) {
    case 'darwin':
      return ['/Applications', `${machine.home}/Applications`].flatMap((folder) =>
        ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Microsoft Edge'].map(
          (app) => `${folder}/${app}.app/Contents/MacOS/${app}`,
        ),
      );
    case 'win32':
      return ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
        const root = machine.environment[name];
        const products = [
          'Google\\Chrome\\Application\\chrome.exe',
          'Chromium\\Application\\chrome.exe',
          'Microsoft\\Edge\\Application\\msedge.exe',
        ];
        return root === undefined ? [] : products.map((product) => win32.join(root, product));
      });
    default:
      return [...BEHIND_WRAPPERS.flatMap(([, binaries]) => binaries), '/opt/chromium.org/chromium/chrome'];
  }
}

function playwrightCache({ platform, home, environment }: Machine): string {
  if (platform === 'darwin') return `${home}/Library/Caches/ms-playwright`;
  if (platform === 'win32') {
    return win32.join(environment['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local'), 'ms-playwright');
  }
  return posix.join(environment['XDG_CACHE_HOME'] ?? posix.join(home, '.cache'), 'ms-playwright');
}

/** The newest revision first; the shell without a window last, because it is a lesser browser. */
function inBrowsersFolder(folder: string, headless: boolean, machine: Machine): string[] {
  const kinds = headless ? ['chromium', 'chromium_headless_shell'] : ['chromium'];
  return kinds.flatMap((kind) =>
    machine
      .list(folder)
      .flatMap((name) => {
        const revision = new RegExp(`^${kind}-(\\d+)$`, 'u').exec(name)?.[1];
        return revision === undefined ? [] : [{ name, revision: Number(revision) }];
      })
      .sort((a, b) => b.revision - a.revision)
      .flatMap(({ name }) => binariesIn(join(machine, folder, name), machine)),
  );
}

const APP = 'Google Chrome for Testing';
const BINARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    `chrome-mac-arm64/${APP}.app/Contents/MacOS/${APP}`,
    `chrome-mac-x64/${APP}.app/Contents/MacOS/${APP}`,
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-headless-shell-mac-arm64/chrome-headless-shell',
    'chrome-headless-shell-mac-x64/chrome-headless-shell',
    'chrome-mac/headless_shell',
  ],
  win32: [
    'chrome-win64\\chrome.exe',
    'chrome-win\\chrome.exe',
    'chrome-headless-shell-win64\\chrome-headless-shell.exe',
    'chrome-win\\headless_shell.exe',
  ],
  linux: [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/headless_shell',
  ],
};

function binariesIn(folder: string, machine: Machine): string[] {
  return (BINARIES[machine.platform] ?? []).map((binary) => join(machine, folder, binary));
}

function join(machine: Machine, ...parts: string[]): string {
  return machine.platform === 'win32' ? win32.join(...parts) : posix.join(...parts);
}
