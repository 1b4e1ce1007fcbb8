import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { makeDesktop } from '../fixtures/desktop.js';
import { COMMAND, environment } from '../fixtures/gatewright.js';

function startConsole(workspace: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [COMMAND, 'console', '--open'], {
    env: environment(workspace, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('`console --open` opens the console in the browser of the desktop', { timeout: 60_000 }, async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-open-'));
  const desktop = makeDesktop();
  const first = startConsole(workspace, desktop.env);
  onTestFinished(() => {
    first.kill('SIGTERM');
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });
  const file = await desktop.nextOpened();
  // Arguments can be read by every user of the machine, this file by its owner only.
  expect(file).not.toContain('/enter/');
  expect(statSync(fileURLToPath(file)).mode & 0o777).toBe(0o600);
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(file);
  await page.getByRole('heading', { name: 'Now' }).waitFor();

  // With a console open already, the command ends at once; the browser reads its file later.
  const second = startConsole(workspace, desktop.env);
  const status = await new Promise((resolve) => second.once('exit', resolve));
  expect(status).toBe(0);
  const other = await desktop.nextOpened();
  expect(existsSync(fileURLToPath(other))).toBe(true);
  const again = await (await browser.newContext()).newPage();
  await again.goto(other);
  await again.getByRole('heading', { name: 'Now' }).waitFor();
  expect(new URL(again.url()).origin).toBe(new URL(page.url()).origin);
});
