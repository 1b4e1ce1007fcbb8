import { describe, expect, it } from 'vitest';
import { findBrowser } from './find-browser.js';
import type { Machine } from './find-browser.js';

function machine(files: readonly string[], more: Partial<Machine> & { scripts?: readonly string[] } = {}): Machine {
  const { scripts = [], ...rest } = more;
  return {
    platform: 'linux',
    home: '/home/me',
    environment: {},
    isFile: (path) => files.includes(path) || scripts.includes(path),
    isScript: (path) => scripts.includes(path),
    list: (folder) => [
      ...new Set(
        files
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
    ...rest,
  };
}

const cached = (name: string) => `/home/me/.cache/ms-playwright/${name}`;
const wanted = { headless: true };

describe('findBrowser', () => {
  it('takes the configured one before all others, and no other when it is not there', () => {
    const here = machine(['/opt/mine/chrome', '/usr/lib/chromium/chromium']);
    expect(findBrowser({ ...wanted, executablePath: '/opt/mine/chrome' }, here)?.path).toBe('/opt/mine/chrome');
    expect(() => findBrowser({ ...wanted, executablePath: '/nowhere' }, here)).toThrow('browser.not-installed');
  });

  it('takes the binary behind a wrapper, and never a wrapper by itself', () => {
    const files = ['/usr/lib/chromium/chromium'];
    const here = machine(files, { scripts: ['/usr/bin/chromium', '/opt/google/chrome/chrome'] });
    expect(findBrowser({ ...wanted, executablePath: '/usr/bin/chromium' }, here)?.path).toBe(files[0]);
    expect(findBrowser(wanted, here)).toEqual({ path: files[0], how: 'system' });
    expect(findBrowser(wanted, machine([], { scripts: ['/opt/google/chrome/chrome'] }))).toBeUndefined();
  });

  it('takes the newest revision by number, the whole browser before its shell', () => {
    const shell = cached('chromium_headless_shell-1300/chrome-linux/headless_shell');
    const files = [cached('chromium-999/chrome-linux/chrome'), cached('chromium-1201/chrome-linux64/chrome'), shell];
    expect(findBrowser(wanted, machine(files))?.path).toBe(files[1]);
    expect(findBrowser(wanted, machine([shell]))?.path).toBe(shell);
    expect(findBrowser({ headless: false }, machine([shell]))).toBeUndefined();
  });

  it('looks where the operator says before it looks at the system, and elsewhere after', () => {
    const named = '/pw/chromium-1/chrome-linux/chrome';
    const ours = '/ws/browsers/chromium-1/chrome-linux/chrome';
    const system = '/usr/lib/chromium/chromium';
    const npm = '/m/chromium/lib/chromium/chrome-linux/chrome';
    const all = [named, ours, system, cached('chromium-9/chrome-linux/chrome'), npm];
    const environment = { PLAYWRIGHT_BROWSERS_PATH: '/pw' };
    const found: (string | undefined)[] = [];
    for (let from = 0; from <= all.length; from += 1) {
      const here = machine(all.slice(from), { environment, npmChromium: '/m/chromium' });
      found.push(findBrowser({ ...wanted, browsersFolders: ['/ws/browsers'] }, here)?.path);
    }
    expect(found).toEqual([...all, undefined]);
  });

  it('knows the other systems', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(wanted, machine([chrome], { platform: 'darwin' }))?.path).toBe(chrome);
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const environment = { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(findBrowser(wanted, machine([edge], { platform: 'win32', environment }))?.path).toBe(edge);
  });
});
