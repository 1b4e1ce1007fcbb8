import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND, environment, runCommand } from '../../fixtures/gatewright.js';
import { hasXvfb } from '../../fixtures/needs.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { bytesBelow } from '../../fixtures/vault-places.js';

const COOKIE = 'captured-88-obsidian';
const STORED = "kept'77-obsidian";

describe.runIf(hasXvfb())('vault capture, in a window on a screen', () => {
  let site: Site;
  let screen: ChildProcess;
  let display: string;
  let workspace: string;
  beforeAll(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
    site = await startSite({
      // Signs whoever comes in at once; a person would take longer.
      '/': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': `sid=${COOKIE}; HttpOnly; Path=/` }).end(
          html(`<script>localStorage.setItem('token', ${JSON.stringify(STORED)}); sessionStorage.setItem('tab', 'one-two-three');
              fetch('/ready');</script>`),
        );
      },
      '/ready': (_, response) => response.end(),
    });
    screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    display = await new Promise((resolve) => {
      screen.stdio[3]?.once('data', (text: Buffer) => {
        resolve(`:${text.toString().trim()}`);
      });
    });
  });
  afterAll(async () => {
    screen.kill();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  test('keeps what the site knows the person by, and prints none of it', async () => {
    const args = ['vault', 'capture', site.origin, '--username', 'ada', '--allow-private', site.host];
    const capture = spawn(process.execPath, [COMMAND, ...args], {
      env: environment(workspace, { DISPLAY: display }),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [capture.stdout, capture.stderr]) {
      stream.on('data', (text: Buffer) => {
        printed += text.toString();
      });
    }
    const ended = new Promise<number | null>((resolve) => capture.once('exit', resolve));
    await expect.poll(() => printed, { timeout: 40_000 }).toContain('press Enter');
    await expect.poll(() => site.seen.map(({ path }) => path), { timeout: 20_000 }).toContain('/ready');
    capture.stdin.end('\n');
    expect(await ended, printed).toBe(0);
    expect(printed).toContain('1 cookie');
    expect(printed).toContain('2 stored items');
    for (const value of [COOKIE, STORED]) {
      expect(printed).not.toContain(value);
      expect(bytesBelow(workspace).toString('latin1')).not.toContain(value);
    }
    const { stdout } = runCommand(workspace, ['vault', 'test', site.origin, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      identities: [{ host: site.host, username: 'ada', origins: [site.origin], holds: ['1 cookie', '2 stored items'] }],
    });
  });

  test('asks before it takes the place of one that is there', () => {
    const again = runCommand(workspace, ['vault', 'capture', site.origin], '', { DISPLAY: display });
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('--replace');
  });
});
