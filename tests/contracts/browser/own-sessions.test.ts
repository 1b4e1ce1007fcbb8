import { afterAll, beforeAll, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openRoom, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

const TABS = { tool: 'browser_tabs', effect: 'leave', targets: [{ kind: 'session' }] } as const;

let room: Room;
let site: Site;

beforeAll(async () => {
  const own = (name: string) => html(`<h1>This is ${name}</h1>`);
  site = await startSite({
    '/busy': html(`<h1>This is /busy</h1><script>
      let opened = 0;
      const timer = setInterval(() => {
        window.open('/popup' + opened, '_blank', opened % 2 ? 'noopener' : '');
        if (++opened === 6) clearInterval(timer);
      }, 40);
    </script>`),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`/popup${String(i)}`, `/own${String(i)}`])
        .flat()
        .map((path) => [path, own(path)]),
    ),
  });
  room = openRoom();
});
afterAll(async () => {
  await room.close();
  await site.close();
});

async function openTab(path: string, session = 'default'): Promise<void> {
  const target = { kind: 'url', url: site.url(path) } as const;
  await room.run({ ...TABS, targets: [...TABS.targets, target], session }, ({ page }) => page.openTab(target));
}

it('the sessions of a tab are its own, also while a page opens others beside it', async () => {
  await room.navigate(site.url('/busy'));
  for (const path of ['/own0', '/own1', '/own2', '/own3']) await openTab(path);
  const seen = await room.run(TABS, ({ page }) => page.listTabs());
  expect(seen.length).toBeGreaterThanOrEqual(11);
  for (const { tab, url } of seen) {
    const { text } = await room.run({ ...READING, tab }, ({ page }) => page.snapshot({}));
    expect(text).toContain(`This is ${new URL(url.text).pathname}"`);
  }
});

it('a tab that closes in the middle of a command ends the command', async () => {
  const session = 'closing';
  await room.navigate(site.url('/own0'), session);
  await openTab('/own1', session);
  const waiting = room.run({ ...READING, session, tab: 't2' }, ({ page }) =>
    page.waitFor({ text: 'never there', seconds: 20 }),
  );
  const began = performance.now();
  const ended = waiting.then(
    () => 'done',
    () => 'failed',
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  await room.sessions.close();
  expect(await ended).toBe('failed');
  expect(performance.now() - began).toBeLessThan(15_000);
});
