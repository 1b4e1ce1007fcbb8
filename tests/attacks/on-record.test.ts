import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('on-record', () => {
  let site: Site;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-record-'));
  beforeAll(async () => {
    site = await startSite({ '/': html('<button>Go</button>') });
  });
  afterAll(async () => {
    await site.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  const outcomes = (running: Running) => running.record().filter(({ kind }) => kind === 'outcome');

  it('a success, a refusal and an error each leave an intent and their true outcome', async () => {
    const gatewright = await start({ args: ['--allow-private', site.host] });
    try {
      await gatewright.call('browser_navigate', { url: site.url() });
      await gatewright.call('browser_navigate', { url: 'http://10.0.0.1/' });
      await gatewright.call('browser_click', { ref: 'e77777' });
      await gatewright.call('eval_js', { expr: '1' });
      await gatewright.call('nonsense', {});
      expect(outcomes(gatewright)).toMatchObject([
        { outcome: 'ok', verdict: 'allow' },
        { outcome: 'denied', code: 'policy.private-address', verdict: 'deny' },
        { outcome: 'failed', code: 'browser.stale-ref' },
        { outcome: 'denied', code: 'policy.capability-off' },
        { outcome: 'failed', code: 'call.unknown-tool' },
      ]);
      const intents = gatewright.record().filter(({ kind }) => kind === 'intent');
      expect(intents).toHaveLength(5);
      for (const intent of intents)
        expect(intent).toMatchObject({ principal: 'local', session: 'default', transport: 'stdio' });
    } finally {
      await gatewright.close();
    }
  });

  it('kill -9 in the middle: nothing acknowledged is missing, and the chain is whole', async () => {
    const gatewright = await start({ workspace, args: ['--allow-private', site.host] });
    await gatewright.call('browser_navigate', { url: site.url() });
    let answered = 1;
    const flood = Array.from({ length: 60 }, () =>
      gatewright.call('list_named_refs').then(
        () => (answered += 1),
        () => undefined,
      ),
    );
    await flood[20];
    process.kill(gatewright.pid, 'SIGKILL');
    const atDeath = answered;
    await Promise.all(flood);
    expect(outcomes(gatewright).length).toBeGreaterThanOrEqual(atDeath);
    expect(runCommand(workspace, ['audit', 'verify']).status).toBe(0);
  });
});
