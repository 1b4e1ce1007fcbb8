import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One-time links are dead after ten minutes. */
const MAX_KEPT_MS = 600_000;
const NAME = /^open-[0-9a-f]{16}\.html$/u;
/** An opener that fails does so at once; one that works may stay as long as the browser does. */
const FAILS_WITHIN_MS = 1500;

/**
 * Opens a one-time link in the person's browser. Other users of the machine can read the arguments of every process, so
 * the browser is given a file of ours that leads to the link, and not the link itself. False: there is nothing here to
 * open it with.
 */
export function openPage(link: string, folder: string): Promise<boolean> {
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  sweep(folder);
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  const [program, ...args] = openerFor(process.platform);
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(true);
    }, FAILS_WITHIN_MS).unref();
    child.once('error', () => {
      clearTimeout(timer);
      resolve(false);
    });
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve(status === 0);
    });
    child.unref();
  });
}

/** A browser reads the file when it likes, also after a short command has ended: the next opening clears it away. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => NAME.test(each))) {
    const file = join(folder, name);
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts !== undefined && Date.now() - facts.mtimeMs > MAX_KEPT_MS) rmSync(file, { force: true });
  }
}

function openerFor(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}
