import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMAND, environment, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { descendants, isAlive } from '../fixtures/processes.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('goes-with-client', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<p>here</p>'),
      '/busy': html('<script>setTimeout(() => { for (;;); }, 200)</script>'),
    });
  });
  afterAll(() => site.close());

  it.each<[string, (running: Running) => void | Promise<void>]>([
    ['the client closes', (running) => running.client.close()],
    [
      'the server is terminated',
      ({ pid }) => {
        process.kill(pid, 'SIGTERM');
      },
    ],
    [
      'the server is killed',
      ({ pid }) => {
        process.kill(pid, 'SIGKILL');
      },
    ],
  ])('%s: nothing is left after ten seconds', async (_, leave) => {
    for (const path of ['/', '/busy']) {
      const running = await start({ args: ['--allow-private', site.host] });
      await running.call('browser_navigate', { url: site.url(path) });
      await running.call('browser_navigate', { url: site.url('/'), session: 'second' });
      const below = descendants(running.pid);
      expect(below.length).toBeGreaterThan(2);
      await leave(running);
      await expect.poll(() => [running.pid, ...below].filter(isAlive), { timeout: 10_000, interval: 200 }).toEqual([]);
      await running.close().catch(() => undefined);
    }
  });

  it('no browser is started before it is needed', async () => {
    const running = await start({ args: ['--allow-private', site.host] });
    await running.client.listTools();
    await running.call('browser_navigate', { url: 'http://10.0.0.1/' });
    await running.call('browser_close');
    expect(descendants(running.pid)).toEqual([]);
    await running.close();
  });

  const browser = { log: 'pipe', opens: true } as const;
  it.each<[string, { readonly log: 'pipe' | 'full'; readonly opens: boolean }, (server: Raw) => void]>([
    ['its log pipe is closed, and stdin ends', browser, ({ child }) => child.stdin.end()],
    [
      'its log pipe is closed, and it is terminated',
      { log: 'pipe', opens: false },
      ({ child }) => child.kill('SIGTERM'),
    ],
    ['its log is on a full disk, and stdin ends', { log: 'full', opens: false }, ({ child }) => child.stdin.end()],
    [
      'all its pipes are closed at once',
      browser,
      ({ child }) => {
        child.stdout.destroy();
        child.stdin.destroy();
      },
    ],
  ])('%s: it serves until then, and nothing is left after ten seconds', async (_, { log, opens }, leave) => {
    const server = startRaw(log, ['--allow-private', site.host]);
    try {
      for (const url of ['http://10.0.0.1/', 'http://10.0.0.2/', ...(opens ? [site.url('/')] : [])]) {
        const answer = JSON.stringify(await server.call('browser_navigate', { url }));
        expect(answer).toContain(url.startsWith('http://10.') ? 'policy.' : 'here');
      }
      const pids = [server.pid, ...descendants(server.pid)];
      if (opens) expect(pids.length).toBeGreaterThan(2);
      leave(server);
      await expect.poll(() => pids.filter(isAlive), { timeout: 10_000, interval: 200 }).toEqual([]);
    } finally {
      server.end();
    }
  });

  it('stdin ends before the first message, and its log pipe is closed', async () => {
    const server = startRaw('pipe', []);
    try {
      server.child.stdin.end();
      await expect.poll(() => isAlive(server.pid), { timeout: 10_000, interval: 200 }).toBe(false);
      expect(server.child.exitCode).toBe(0);
    } finally {
      server.end();
    }
  });

  it('over HTTP, its log pipe is closed: it serves on, and ends when it is told to', async () => {
    const server = startRaw('pipe', ['serve', '--http', '127.0.0.1:0']);
    try {
      const url = await server.address;
      const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(url, { method: 'POST' })));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      server.child.kill('SIGTERM');
      await expect.poll(() => isAlive(server.pid), { timeout: 10_000, interval: 200 }).toBe(false);
    } finally {
      server.end();
    }
  });
});

type Raw = ReturnType<typeof startRaw>;

/** A client that never reads the log: its end of that pipe is closed before the server writes the first line. */
function startRaw(log: 'pipe' | 'full', args: readonly string[]) {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  // Every record goes to the log too, so that each call writes to it.
  writeFileSync(join(workspace, 'gatewright.yaml'), 'audit: { sinks: [file, stderr] }\n', { mode: 0o600 });
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: environment(workspace),
    stdio: ['pipe', 'pipe', log === 'full' ? full : 'pipe'],
  });
  closeSync(full);
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null) throw new Error('no pipes');
  stderr?.destroy();
  stdin.on('error', () => undefined);
  const waiting = new Map<unknown, (message: unknown) => void>();
  const lines = createInterface({ input: stdout });
  const address = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [url] = /http:\/\/[^\s"']+\/mcp/u.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  lines.on('line', (line) => {
    if (!line.startsWith('{')) return;
    const message = JSON.parse(line) as { id?: unknown };
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<unknown> => {
    last += 1;
    const id = last;
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const clientInfo = { name: 'raw', version: '1' };
  const ready = ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  return {
    child: Object.assign(child, { stdin, stdout }),
    pid: child.pid ?? 0,
    address,
    call: async (name: string, input: object) => {
      await ready;
      return ask('tools/call', { name, arguments: input });
    },
    end: () => {
      child.kill('SIGKILL');
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
