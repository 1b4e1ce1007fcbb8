import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';

describe('several servers on one workspace', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-several-'));
  afterAll(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  it('have a record, a folder and a socket each, and one command stops the sessions of all', async () => {
    const site = await startSite({ '/': html('<p>here</p>') });
    const options = { workspace, args: ['--allow-private', site.host] };
    const servers = await Promise.all([
      start(options),
      start(options),
      start({ ...options, transport: 'http' as const }),
    ]);
    try {
      await Promise.all(servers.map((server) => server.call('browser_navigate', { url: site.url() })));
      expect(readdirSync(join(workspace, 'audit')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
      const stopped = runCommand(workspace, ['stop', '--once', '--json']);
      expect(JSON.parse(stopped.stdout)).toMatchObject({ stopped: 3 });
      for (const server of servers) {
        const told = await server.call('browser_snapshot');
        expect(told.code).toBe('session.expired');
        expect((await server.call('browser_navigate', { url: site.url() })).isError).toBe(false);
      }
      // One goes, the others stay whole.
      await servers[0].close();
      expect((await servers[1].call('browser_snapshot')).text).toContain('here');
      expect(runCommand(workspace, ['audit', 'verify']).status).toBe(0);
    } finally {
      await Promise.all(servers.map((server) => server.close().catch(() => undefined)));
      await site.close();
    }
    expect(readdirSync(join(workspace, 'run'))).toEqual([]);
  });

  it('a new one sweeps what a killed one left, and not what a living one has', async () => {
    const site = await startSite({ '/': html('<p>here</p>') });
    const options = { workspace, args: ['--allow-private', site.host] };
    const living = await start(options);
    const killed = await start(options);
    await Promise.all([living, killed].map((server) => server.call('browser_navigate', { url: site.url() })));
    process.kill(killed.pid, 'SIGKILL');
    await killed.close().catch(() => undefined);
    const before = readdirSync(join(workspace, 'run')).length;
    const next = await start(options);
    try {
      await expect
        .poll(() => readdirSync(join(workspace, 'run')).length, { timeout: 15_000 })
        .toBeLessThanOrEqual(before);
      expect((await living.call('browser_snapshot')).text).toContain('here');
    } finally {
      await living.close();
      await next.close();
      await site.close();
    }
    expect(readdirSync(join(workspace, 'run'))).toEqual([]);
  });
});
