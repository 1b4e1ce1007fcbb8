import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { startHostileSite, WAYS } from '../fixtures/hostile-site.js';
import { startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('egress-judged', () => {
  let hostile: Site;
  let forbidden: Site;
  let gatewright: Running;
  let datagrams = 0;
  const udp = createSocket('udp4');
  beforeAll(async () => {
    udp.on('message', () => (datagrams += 1));
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    forbidden = await startSite({});
    hostile = await startHostileSite({ host: forbidden.host, udp: `127.0.0.1:${udp.address().port}` });
    // The forbidden host is opened as an address, so that only the allowlist stands between.
    const args = ['--allow', hostile.origin, '--allow-private', `${hostile.host},${forbidden.host}`];
    gatewright = await start({ args });
  });
  afterAll(async () => {
    await gatewright.close();
    await hostile.close();
    await forbidden.close();
    udp.close();
  });

  it.each(Object.keys(WAYS))('%s', async (way) => {
    const reply = await gatewright.call('browser_navigate', { url: hostile.url(`/${way}`), snapshot: 'none' });
    expect(
      hostile.seen.some(({ path }) => path === `/${way}`),
      reply.text,
    ).toBe(true);
    await gatewright.call('browser_wait_for', { seconds: 0.4 });
    expect(forbidden.connections()).toBe(0);
    expect(datagrams).toBe(0);
  });

  it('says what was refused', async () => {
    await gatewright.call('browser_navigate', { url: hostile.url('/image'), snapshot: 'none' });
    const { text } = await gatewright.call('browser_network_read', {});
    expect(text).toContain(forbidden.host);
    expect(text).toMatch(/refused/u);
  });
});
