import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const frames = (count: number): string => html(`<h1>Framed</h1>${'<iframe></iframe>'.repeat(count)}`);
const NEAR_FRAMES = 'This session uses 9 of 10 frames (sessions.maxFrames). Beyond that it is ended';
const NEAR_TABS = 'This session has 2 of 2 tabs (sessions.maxTabs). More of them are refused.';

let site: Site;
let gatewright: Running;

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Here</h1>'), '/nine': frames(8), '/many': frames(40) });
  gatewright = await start({
    args: ['--allow-private', site.host],
    config: { approval: { from: 'never' }, sessions: { maxFrames: 10, maxActions: 13, maxTabs: 2 } },
  });
}, 60_000);

afterAll(async () => {
  await gatewright.close();
  await site.close();
});

const at = (path: string, session: string) => gatewright.call('browser_navigate', { url: site.url(path), session });
const read = (session: string) => gatewright.call('browser_snapshot', { session });

it('a limit that is near is said once in a result, and only what is beyond it ends the session', async () => {
  expect((await at('/', 'frames')).text).not.toContain('This session uses');
  const near = await at('/nine', 'frames');
  expect(near.isError).toBe(false);
  expect(near.text).toContain(NEAR_FRAMES);
  // Nothing has ended, and it is not said twice.
  const again = await read('frames');
  expect(again.isError).toBe(false);
  expect(again.text).toContain('Framed');
  expect(again.text).not.toContain('This session uses');
  expect(gatewright.record().filter(({ event }) => event === 'session.ended')).toEqual([]);

  // The call that is under way is told, or else the next one.
  const said = [(await at('/many', 'frames')).text];
  await expect
    .poll(async () => {
      said.push((await read('frames')).text);
      return said.some((text) => text.includes('session.limit') && text.includes('of 10 frames (sessions.maxFrames)'));
    })
    .toBe(true);
}, 60_000);

it('what is refused and not ended is said in other words', async () => {
  await at('/', 'tabs');
  const second = await gatewright.call('browser_tabs', { action: 'new', url: site.url(), session: 'tabs' });
  expect(second.isError).toBe(false);
  expect(second.text).toContain(NEAR_TABS);
}, 60_000);

it('each of the last actions counts down before the session expires', async () => {
  const said: string[] = [];
  let last = await at('/', 'actions');
  for (let count = 1; !last.isError && count < 20; count += 1) {
    const [, left = 'nothing'] = /This session ends soon: (\d+ actions? (?:is|are)) left/u.exec(last.text) ?? [];
    said.push(left);
    last = await gatewright.call('browser_press', { key: 'a', session: 'actions' });
  }
  expect(last.code).toBe('session.expired');
  expect(said.slice(0, 2)).toEqual(['nothing', 'nothing']);
  expect(said.slice(2)).toEqual([
    ...Array.from({ length: 9 }, (_, i) => `${String(10 - i)} actions are`),
    '1 action is',
    'nothing',
  ]);
}, 60_000);
