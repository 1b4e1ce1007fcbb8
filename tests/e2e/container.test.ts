import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdle, deadOwner, ENGINES } from '../fixtures/container-engines.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const IMAGE = 'localhost/gatewright-browser:latest';
const MISSING = 'localhost/gatewright-test-missing:latest';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly says: string;
  readonly next?: string;
}

describe.each(ENGINES)('a gateway with sessions in containers of $name', (engine) => {
  let site: Site;
  let gatewright: Running;
  let left = '';
  const checksOf = (stdout: string): readonly Check[] => (JSON.parse(stdout) as { checks: Check[] }).checks;
  const digest = (): string => {
    const [image] = JSON.parse(engine.run('image', 'inspect', IMAGE)) as { Id: string; Digest?: string }[];
    return image?.Digest ?? image?.Id ?? 'no image';
  };

  beforeAll(async () => {
    site = await startSite({ '/': html('<h1>From a container</h1>') });
    left = createIdle(engine, 'left', deadOwner());
    gatewright = await start({
      // The session's folder, which is mounted, is in it.
      workspace: mkdtempSync(join(tmpdir(), 'gw ü-')),
      args: ['--allow-private', site.host],
      env: Object.fromEntries(
        Object.entries(engine.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      config: {
        browser: { provider: 'container' },
        container: { engine: engine.name, memory: '600m', cpus: 0.75, warm: 0 },
      },
    });
  }, 60_000);

  afterAll(async () => {
    engine.remove(left);
    await gatewright.close();
    await site.close();
  });

  it('removes what a server that is gone has left, before a call is made', async () => {
    await gatewright.client.listTools();
    await expect.poll(() => engine.sessions().map(({ name }) => name), { timeout: 20_000 }).not.toContain(left);
  }, 60_000);

  it('has the digest of the image and the limits of the kernel on the record', async () => {
    const reply = await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'full' });
    expect(reply.text).toContain('From a container');
    const started = gatewright.record().filter(({ event }) => event === 'browser.started');
    expect(started).toHaveLength(1);
    expect(JSON.stringify(started)).toContain(`${IMAGE} ${digest()}`);
    expect(JSON.stringify(started)).toContain('with 600 MB, 0.75 CPU and 1024 processes as the kernel reports them');
  }, 60_000);

  it('is found well by the doctor, which starts one as a session would and leaves none', () => {
    const before = engine.sessions().map(({ name }) => name);
    const { status, stdout } = gatewright.command(['doctor', '--json']);
    expect(status, stdout).toBe(0);
    const jail = checksOf(stdout).find(({ name }) => name === 'jail');
    expect(jail).toMatchObject({ status: 'ok' });
    expect(jail?.says).toContain('600 MB, 0.75 CPU and 1024 processes as the kernel reports them');
    expect(jail?.says).toContain(digest());
    expect(engine.sessions().map(({ name }) => name)).toEqual(before);
  }, 60_000);

  it('and without its image the doctor fails, says what to do, and builds nothing', async () => {
    const without = await start({
      config: { browser: { provider: 'container' }, container: { engine: engine.name, image: MISSING, warm: 0 } },
    });
    try {
      const { status, stdout } = without.command(['doctor', '--json']);
      expect(status).not.toBe(0);
      const failed = checksOf(stdout).filter((check) => check.status === 'fail');
      expect(JSON.stringify(failed)).toContain(`There is no image ${MISSING}`);
      expect(JSON.stringify(failed)).toContain('gatewright container build');
      expect(engine.run('image', 'inspect', MISSING)).toBe('');
      const reply = await without.call('browser_navigate', { url: 'http://example.com/' });
      expect(reply.code).toBe('browser.no-container');
    } finally {
      await without.close();
    }
  }, 60_000);
});
