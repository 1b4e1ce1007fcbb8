import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const FIELDS = [
  ['password', '<input type="password" aria-label="F0" value="SEKRET-0">'],
  ['new password as text', '<input type="text" autocomplete="new-password" aria-label="F1" value="SEKRET-1">'],
  ['current password', '<input autocomplete="section-a current-password" aria-label="F2" value="SEKRET-2">'],
  ['one-time code', '<input autocomplete="one-time-code" inputmode="numeric" aria-label="F3" value="SEKRET-3">'],
  ['card number', '<input autocomplete="cc-number" aria-label="F4" value="SEKRET-4">'],
  ['card code', '<input autocomplete="billing cc-csc" aria-label="F5" value="SEKRET-5">'],
  [
    'copied placeholder',
    '<input type="password" aria-label="F6" value="SEKRET-6" placeholder="SEKRET-6" title="SEKRET-6">',
  ],
  ['in a shadow root', '<div id="host"></div>'],
  ['shown password', '<input id="swap" type="password" aria-label="F8" value="SEKRET-8">'],
] as const;

promised('no-password-values', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<form>${FIELDS.map(([, field]) => field).join('')}<button type="button" id="show">Show</button></form>
        <iframe src="/frame"></iframe>
        <script>
          document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<input type=password aria-label=F7 value=SEKRET-7>';
          document.querySelector('#show').onclick = () => { document.querySelector('#swap').type = 'text' };
        </script>`),
      '/frame': html('<input type="password" aria-label="F9" value="SEKRET-9">'),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each([
    ['browser_navigate', () => ({ url: site.url(), snapshot: 'full' })],
    ['browser_snapshot', () => ({})],
    ['browser_snapshot', () => ({ hidden: true, mode: 'full' })],
    ['browser_read', () => ({})],
    ['browser_read', () => ({ format: 'tree' })],
    ['browser_read', () => ({ format: 'both' })],
    ['browser_find', () => ({ query: 'SEKRET', limit: 50 })],
    ['browser_find', () => ({ query: 'F0' })],
    ['browser_text_search', () => ({ text: 'SEKRET', limit: 50 })],
    ['browser_inspect', () => ({ name: 'F0' })],
    ['browser_inspect', () => ({ name: 'F4' })],
    ['browser_inspect', () => ({ name: 'F7' })],
    ['browser_screenshot', () => ({ describe: true, marks: true })],
    ['browser_hover', () => ({ name: 'F0' })],
    ['browser_click', () => ({ name: 'F1' })],
    ['browser_press', () => ({ name: 'F2', key: 'End' })],
    ['browser_click', () => ({ name: 'Show' })],
    ['browser_snapshot', () => ({ mode: 'full' })],
    ['browser_inspect', () => ({ name: 'F8' })],
  ])('%s shows no value', async (tool, args) => {
    const reply = await gatewright.call(tool, args());
    expect(JSON.stringify([reply.text, reply.meta])).not.toMatch(/SEKRET-\d/u);
  });

  it('and the record has none', () => {
    expect(JSON.stringify(gatewright.record())).not.toMatch(/SEKRET-\d/u);
  });
});
