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
    expect(reply.meta).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.dialog' } });
    expect(reply.text).toContain('Sure?');
    expect(await shown()).toContain('confirm false');
  });

  it('an alert alone does not fail the click that worked', async () => {
    const reply = await click('alert');
    expect(reply.isError).toBe(false);
    expect(reply.text).toContain('alert dialog (accepted): "Hello"');
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
    expect(reply.meta).toMatchObject({ permissionRequests: ['notifications'] });
    expect(reply.code).toBe('page.permission');
    expect(await shown()).toContain('asked denied');
  });

  it('says which permissions a policy does not grant', async () => {
    const policy = { mode: 'allow', perPermission: { camera: 'allow', midi: 'deny' } };
    const { text } = await gatewright.call('set_permission_policy', policy);
    expect(text).toContain('the operator lets none be granted');
    expect(text).toMatch(/does not let them be: camera(?!, midi)/u);
    await gatewright.call('set_permission_policy', { mode: 'raise' });
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

describe.each([
  ['stdio', '2025-11-25', true],
  ['http', '2025-11-25', true],
  ['http', '2026-07-28', false],
] as const)('a dialog that is put to a person, over %s with a client of %s', (transport, revision, asksClient) => {
  let site: Site;
  let gatewright: Running;
  const shown: string[] = [];
  let agree = true;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<button id="sure" onclick="out.textContent = 'sure ' + confirm('Sure about k7?')">Next</button>
        <button id="grave" onclick="out.textContent = 'grave ' + confirm('Delete your account?')">Last</button><p id="out"></p>`),
    });
    gatewright = await start({
      transport,
      revision,
      args: ['--allow-private', site.host],
      elicit: (message) => {
        shown.push(message);
        return { action: 'accept', content: { answer: agree } };
      },
    });
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('set_dialog_policy', { mode: 'ask-human' });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const text = async () => (await gatewright.call('browser_snapshot')).text;

  // A client that is asked by the end of its call cannot be asked in the middle of it.
  it.each([true, false])(
    `${asksClient ? 'the client' : 'the terminal'} answers a harmless one with %s`,
    async (says) => {
      agree = says;
      shown.length = 0;
      const clicked = gatewright.call('browser_click', { selector: '#sure' });
      if (!asksClient) await (says ? answerFirst(gatewright) : denyFirst(gatewright));
      expect((await clicked).code).toBe(says ? undefined : 'approval.denied');
      expect(await text()).toContain(`sure ${String(says)}`);
      expect(shown).toEqual(asksClient ? [expect.stringContaining('"Sure about k7?"')] : []);
    },
  );

  it('a grave one goes to a person elsewhere, and the waiting client hears so', async () => {
    shown.length = 0;
    const asked: string[] = [];
    const clicked = gatewright.client.callTool(
      { name: 'browser_click', arguments: { selector: '#grave' } },
      { timeout: 50_000, onprogress: ({ message = '' }) => void asked.push(message) },
    );
    await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThan(0);
    await answerFirst(gatewright);
    expect((await clicked).isError).not.toBe(true);
    expect(await text()).toContain('grave true');
    expect(asked[0]).toContain('waiting for a person');
    expect(shown).toEqual([]);
  });
});
