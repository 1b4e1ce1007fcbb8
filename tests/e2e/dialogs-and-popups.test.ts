import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, firstQuestion } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

describe('what a page does besides', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<button id="alert" onclick="alert('Hello')">Alert</button>
        <button id="confirm" onclick="out.textContent = 'confirm ' + confirm('Sure?')">Confirm</button>
        <button id="grave" onclick="out.textContent = 'grave ' + confirm('Delete your account?')">Next</button>
        <button id="ask" onclick="Notification.requestPermission().then((r) => { out.textContent = 'asked ' + r })">Ask</button>
        <button id="prompt" onclick="out.textContent = 'prompt ' + prompt('Who?')">Prompt</button>
        <button id="open" onclick="window.open('/popup')">Open</button>
        <a id="download" download href="/file">Download</a>
        <button id="later" onclick="setTimeout(() => window.open('/popup'), 300)">Later</button><p id="out"></p>`),
      '/popup': html('<h1>Popup</h1>'),
      '/file': (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('x'),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const click = (id: string) => gatewright.call('browser_click', { selector: `#${id}` });
  const shown = async () => (await gatewright.call('browser_snapshot')).text;

  it('raises dialogs by default: handled, and the action is not ok', async () => {
    const reply = await click('confirm');
    expect(reply.code).toBe('page.dialog');
    expect(reply.structured).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.dialog' } });
    expect(reply.text).toContain('Sure?');
    expect(await shown()).toContain('confirm false');
  });

  it.each([
    [{ mode: 'allow' }, 'confirm', 'confirm true'],
    [{ mode: 'deny' }, 'confirm', 'confirm false'],
    [{ mode: 'accept-prompt-with', text: 'Ann' }, 'prompt', 'prompt Ann'],
    [{ mode: 'accept-prompt-with:Bob' }, 'prompt', 'prompt Bob'],
  ])('%j', async (policy, id, text) => {
    await gatewright.call('set_dialog_policy', policy);
    expect((await click(id)).isError).toBe(false);
    expect(await shown()).toContain(text);
    await gatewright.call('set_dialog_policy', { mode: 'raise' });
  });

  it.each([
    ['approves', answerFirst, undefined, 'grave true'],
    ['denies', denyFirst, 'approval.denied', 'grave false'],
  ])('asks a person about a grave one, who %s', async (_, decide, code, text) => {
    await gatewright.call('set_dialog_policy', { mode: 'allow' });
    const clicking = click('grave');
    expect(JSON.stringify(await firstQuestion(gatewright))).toContain('Delete your account?');
    await decide(gatewright);
    expect((await clicking).code).toBe(code);
    expect(await shown()).toContain(text);
    await gatewright.call('set_dialog_policy', { mode: 'raise' });
  });

  it('refuses a permission, and reports that the page asked', async () => {
    const reply = await click('ask');
    expect(reply.structured).toMatchObject({ permissionRequests: ['notifications'] });
    expect(reply.code).toBe('page.permission');
    expect(await shown()).toContain('asked denied');
  });

  it('reports a popup, which becomes a tab', async () => {
    const reply = await click('open');
    expect(reply.text).toContain('opened by a page');
    const tab = /t\d+(?= \(opened by a page\))/u.exec(reply.text)?.[0];
    expect((await gatewright.call('browser_snapshot', { tab })).text).toContain('Popup');
    await gatewright.call('browser_tabs', { action: 'close', tab });
  });

  it('reports what happened between two calls with the next', async () => {
    await click('later');
    await gatewright.call('browser_wait_for', { seconds: 1 });
    const next = await click('alert');
    const reports = `${next.text}${(await gatewright.call('browser_tabs', { action: 'list' })).text}`;
    expect(reports).toContain('opened by a page');
  });

  it('keeps no download, and says so', async () => {
    expect((await click('download')).text).toContain('download refused');
  });
});
