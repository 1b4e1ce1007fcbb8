import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MAX_KEPT_MS = 60_000;

/**
 * Opens a one-time link in the person's browser. Other users of the machine can read the arguments of every process, so
 * the browser is given a file of ours that leads to the link, and not the link itself.
 */
export function openPage(link: string, folder: string): void {
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  const remove = (): void => {
    rmSync(file, { force: true });
  };
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  process.once('exit', remove);
  setTimeout(remove, MAX_KEPT_MS).unref();
  const [program, ...args] = openerFor(process.platform);
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  // Without a desktop there is nothing to open it with; the link is on the screen anyway.
  child.on('error', () => undefined);
  child.unref();
}

function openerFor(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}
