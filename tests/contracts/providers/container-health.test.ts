import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../fixtures/container-engines.js';
import { html, startSite } from '../../fixtures/site.js';
import { codeOf, eventually, openRoom } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';

describe.each(ENGINES)('$name: a container that is frozen while no call needs it', (engine) => {
  it('is noticed and removed by itself, costs its own session one call, and no other session anything', async () => {
    const site = await startSite({ '/': html('<h1>Hello</h1>') });
    const app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const room = { container: { engine: engine.name }, environment: engine.environment };
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, ...room });
    const own = () => engine.sessions().filter(({ server }) => server === process.pid);
    const open = () => setup.sessions.list().map(({ session }) => session);
    try {
      await setup.navigate(site.url(), 'one');
      const [frozen] = own();
      await setup.navigate(site.url(), 'two');
      await engine.runBeside('pause', frozen?.name ?? '');
      await eventually('its session ended', () => !open().includes('one'), 30_000);
      await eventually('it was removed', () => own().every(({ name }) => name !== frozen?.name), 20_000);
      expect(setup.logged.join('\n')).toContain('no longer answers');
      expect(await codeOf(setup.navigate(site.url(), 'one'))).toBe('browser.crashed');
      await setup.navigate(site.url(), 'one');
      expect(open().sort()).toEqual(['one', 'two']);
      expect(setup.started()).toBe(3);
    } finally {
      await setup.close();
      await app.close();
      await site.close();
    }
  }, 120_000);
});
