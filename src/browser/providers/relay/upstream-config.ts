import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Egress } from '../../../core/index.js';
import type { BrowserFolder } from '../local/browser-folder.js';
import { switchesFor } from '../local/switches.js';
import { SIDE_PROGRAM } from './side-program.js';

export interface UpstreamSettings {
  readonly executable: string;
  readonly sandbox: boolean;
  readonly viewport: { readonly width: number; readonly height: number };
  /** With the session's own credentials. Absent: only its tools are asked for, and no browser is started. */
  readonly proxy?: Awaited<ReturnType<Egress['admit']>> | undefined;
  readonly keyHash?: string | undefined;
  readonly folder: BrowserFolder;
  readonly owner: number | undefined;
}

/** Writes what the upstream is told into its own folder, and says where. */
export function writeUpstreamConfig(settings: UpstreamSettings): string {
  const { folder, owner } = settings;
  const write = (name: string, text: string): string => {
    const file = join(folder.path, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (owner !== undefined) chownSync(file, owner, owner);
    return file;
  };
  const outputDir = join(folder.path, 'output');
  mkdirSync(outputDir, { mode: 0o700 });
  if (owner !== undefined) chownSync(outputDir, owner, owner);
  const initPage = write('side-program.cjs', SIDE_PROGRAM);
  return write('relay.json', JSON.stringify(configFor(settings, outputDir, initPage)));
}

function configFor(settings: UpstreamSettings, outputDir: string, initPage: string): object {
  const { executable, sandbox, viewport, proxy } = settings;
  return {
    browser: {
      browserName: 'chromium',
      isolated: true,
      launchOptions: {
        headless: true,
        executablePath: executable,
        chromiumSandbox: sandbox,
        args: switchesOf(settings),
        ...(proxy === undefined
          ? {}
          : {
              // Without the minus sign loopback goes around the proxy.
              proxy: {
                ...{ server: proxy.server, bypass: '<-loopback>' },
                ...{ username: proxy.username, password: proxy.password },
              },
            }),
      },
      // An empty list denies every permission.
      contextOptions: { viewport, acceptDownloads: false, permissions: [] },
      initPage: [initPage],
    },
    outputDir,
    // Tools that a page makes up are no tools of ours.
    webmcp: false,
    codegen: 'none',
    snapshot: { mode: 'none' },
    imageResponses: 'allow',
    timeouts: { action: 5000, navigation: 25_000, idle: 0 },
  };
}

/** What is Playwright's own to say: it brings its pipe, its profile and its window. */
const PLAYWRIGHTS = /^--(?:remote-debugging-pipe|no-startup-window|headless|user-data-dir=|no-sandbox|proxy-)/u;

function switchesOf({ sandbox, proxy, keyHash, folder }: UpstreamSettings): string[] {
  const all = switchesFor({
    ...{ headless: true, disableWebSecurity: false, sandbox, profile: folder.profile },
    ...{ proxy: proxy?.server, keyHash },
  });
  return all.filter((one) => !PLAYWRIGHTS.test(one));
}
