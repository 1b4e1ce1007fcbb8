import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, GOING, openRoom, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

let setup: Room;
let site: Site;

beforeEach(async () => {
  setup = openRoom();
  site = await startSite({
    '/': html('<h1>Hello</h1><button>Go</button>'),
    '/slow': () => undefined,
    '/loop': html('<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 300)</script>'),
    '/windows': html('<h1>Windows</h1><script>setTimeout(() => { for (;;) window.open("/"); }, 300)</script>'),
    '/alerts': html('<h1>Alerts</h1><script>setTimeout(() => { for (;;) alert("again"); }, 300)</script>'),
    '/trap': html('<h1>Stay</h1><script>onbeforeunload = () => { for (;;); }</script>'),
  });
});

afterEach(async () => {
  await setup.close();
  await site.close();
});

/** A call that runs out of time, as the gateway does it. */
async function abandoned(work: (signal: AbortSignal) => Promise<unknown>, ms: number): Promise<string> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('late'));
    });
  });
  return codeOf(Promise.race([work(signal), late]));
}

describe.each(['loop', 'windows', 'trap', 'alerts'])('a page that does not let go (/%s)', (way) => {
  it('is left within five seconds, and the session goes on', async () => {
    await setup.navigate(site.url(`/${way}`));
    await new Promise((resolve) => setTimeout(resolve, 600));
    const lease = await setup.lease(READING);
    await abandoned(() => lease.page.snapshot({}), 1000);
    const began = performance.now();
    await lease.abandon();
    lease.done();
    expect(performance.now() - began).toBeLessThan(5000);
    const first = await codeOf(setup.navigate(site.url()));
    if (first !== 'ok') await setup.navigate(site.url());
    const { text } = await setup.run(READING, ({ page }) => page.snapshot({}));
    expect(text).toContain('Hello');
    expect(setup.started()).toBe(1);
  });
});

describe('a page that never comes', () => {
  it('is given up, and the tab is as it was', async () => {
    await setup.navigate(site.url());
    const target = { kind: 'url', url: site.url('/slow') } as const;
    const lease = await setup.lease({ ...GOING, targets: [target] });
    const going = codeOf(lease.page.navigate(target, { waitFor: 'load', snapshot: 'none' }));
    await eventually('asked', () => site.seen.some(({ path }) => path === '/slow'));
    await lease.abandon();
    lease.done();
    expect(await going).not.toBe('ok');
    const { text } = await setup.run(READING, ({ page }) => page.snapshot({}));
    expect(text).toContain('Hello');
    expect(setup.sessions.list()[0]?.tabs).toBe(1);
  });
});

describe('looking', () => {
  const button = { kind: 'element', at: { by: 'role', role: 'button', name: 'Go' }, intent: 'click' } as const;

  it('ends in time when the page does not answer, and says that nothing was done', async () => {
    await setup.navigate(site.url('/loop'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    const began = performance.now();
    expect(await codeOf(setup.lease({ effect: 'act', targets: [button] }))).toBe('call.deadline');
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
  });

  it('and acting are bound to the same document', async () => {
    await setup.navigate(site.url());
    const waiting = await setup.lease(GOING);
    const acting = codeOf(
      setup.run({ effect: 'act', targets: [button] }, ({ page }) =>
        page.click(button, { button: 'left', double: false, modifiers: [] }),
      ),
    );
    // Let it look, and wait for its turn.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const target = { kind: 'url', url: site.url() } as const;
    waiting.done();
    const second = setup.navigate(target.url);
    expect(['ok', 'policy.changed']).toContain(await acting);
    await second;
  });

  it('finds the element that is there, with what it really is', async () => {
    await setup.navigate(site.url());
    const read = await setup.sessions.readFacts(
      { principal: 'local', session: 'default' },
      [button],
      AbortSignal.timeout(5000),
    );
    expect(read.page).toMatchObject({ tab: 't1', origin: site.origin });
    expect(read.elements.get(button)).toMatchObject({ role: 'button', name: 'Go' });
    const other = await setup.sessions.readFacts(
      { principal: 'other', session: 'default' },
      [],
      AbortSignal.timeout(5000),
    );
    expect(other.page).toBeUndefined();
  });
});
