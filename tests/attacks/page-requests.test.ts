import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const where = `navigator.geolocation.getCurrentPosition(() => say('found'), (e) => say('refused ' + e.code))`;
const PAGE = html(`<button id="plain" onclick="fetch('/plain', { method: 'POST' })">Plain</button>
  <button id="alert" onclick="alert('Saved'); fetch('/saved', { method: 'POST' })">Save it</button>
  <button id="later" onclick="setTimeout(() => say('said ' + confirm('Sure?')), 1200)">Later</button>
  <button id="warn" onclick="setTimeout(() => alert('Careful'), 1200)">Warn</button>
  <button id="locate-later" onclick="setTimeout(() => { ${where} }, 1200)">Locate later</button>
  <button id="locate" onclick="${where}">Locate</button>
  <button id="film" onclick="navigator.mediaDevices.getUserMedia({ video: true }).catch((e) => say(e.name))">Film</button>
  <p id="out"></p><script>const say = (text) => { out.textContent = text }</script>`);

promised('people-decide', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  beforeAll(async () => {
    other = await startSite({ '/': PAGE });
    site = await startSite({
      '/': PAGE,
      '/plain': html(''),
      '/saved': html(''),
      '/framed': html(`<iframe src="${other.url()}" allow="geolocation" width="600" height="400"></iframe>`),
    });
    gatewright = await start({
      config: {
        version: 1,
        network: { unsafeAllowPrivate: [site.host, other.host] },
        approval: { timeoutSeconds: 20 },
        browser: { grantablePermissions: ['geolocation'] },
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([site.close(), other.close()]);
  });
  beforeEach(async () => {
    await gatewright.call('set_dialog_policy', { mode: 'raise' });
    await gatewright.call('set_permission_policy', { mode: 'raise' });
    await gatewright.call('browser_navigate', { url: site.url() });
    site.seen.length = 0;
  });
  const click = (id: string) => gatewright.call('browser_click', { selector: `#${id}` });
  const shown = async (): Promise<string> => (await gatewright.call('browser_snapshot')).text;
  const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2500));

  it.each([
    ['later', 'page.dialog', /Sure\?/u],
    ['locate-later', 'page.permission', /geolocation/u],
  ])('what came between two calls (%s) fails the next one, once', async (id, code, says) => {
    await click(id);
    await later();
    const next = await click('plain');
    expect(next.code).toBe(code);
    expect(next.text).toMatch(says);
    expect(next.text).toContain('before this action');
    expect(next.meta).toMatchObject({ ok: false, failure: { source: 'app', code } });
    // It was done all the same, once, and the one after it is not blamed again.
    expect(site.seen.map(({ path }) => path)).toEqual(['/plain']);
    expect((await click('plain')).isError).toBe(false);
  });

  it('an alert fails nothing, with the click or before it, and is reported', async () => {
    const saved = await click('alert');
    expect([saved.isError, saved.text]).toEqual([false, expect.stringContaining('alert dialog (accepted): "Saved"')]);
    expect(saved.text).not.toContain('dismissed');
    await click('warn');
    await later();
    const next = await click('plain');
    expect([next.isError, next.text]).toEqual([false, expect.stringContaining('Careful')]);
  });

  it.each(['allow', 'deny', 'raise'])('the text names the permission under %s', async (mode) => {
    await gatewright.call('set_permission_policy', { mode });
    expect((await click('locate')).text).toContain(`geolocation (${mode === 'allow' ? 'granted' : 'refused'})`);
    expect((await click('film')).text).toContain('camera (refused)');
  });

  it('ask-human asks a person, whose yes is for that permission and that site', async () => {
    await gatewright.call('set_permission_policy', { mode: 'ask-human' });
    const clicking = click('locate');
    const question = JSON.stringify(await firstQuestion(gatewright));
    expect(question).toContain('geolocation');
    expect(question).toContain(site.origin);
    await answerFirst(gatewright);
    const reply = await clicking;
    expect(reply.isError).toBe(false);
    expect(reply.text).toContain('geolocation (a person grants it: have the page ask again)');
    const states = async () =>
      (await gatewright.call('permission_state', { permissions: ['geolocation', 'camera'] })).text;
    expect(await states()).toMatch(/geolocation: granted\ncamera: denied/u);
    expect((await click('locate')).text).toContain('geolocation (granted)');
    // Another site has nothing of it, and a new wish takes it back.
    await gatewright.call('browser_navigate', { url: other.url() });
    expect(await states()).toMatch(/geolocation: denied/u);
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('set_permission_policy', { mode: 'ask-human' });
    expect(await states()).toMatch(/geolocation: denied/u);
  });

  it('a no is a no, and is not asked for again', async () => {
    await gatewright.call('set_permission_policy', { mode: 'ask-human' });
    const clicking = click('locate');
    await denyFirst(gatewright);
    expect((await clicking).code).toBe('approval.denied');
    expect((await click('locate')).code).toBe('approval.denied');
    expect(await shown()).toContain('refused 1');
  });

  it('what came between two calls is asked about with the next', async () => {
    await gatewright.call('set_permission_policy', { mode: 'ask-human' });
    await click('locate-later');
    await later();
    const clicking = click('plain');
    await answerFirst(gatewright);
    expect((await clicking).text).toContain('geolocation (a person grants it');
  });

  it('nobody is asked for what the operator does not let be granted, nor for a frame of another site', async () => {
    await gatewright.call('set_permission_policy', { mode: 'ask-human' });
    const filmed = await click('film');
    expect([filmed.code, filmed.text]).toEqual(['page.permission', expect.stringContaining('does not let it be')]);
    await gatewright.call('browser_navigate', { url: site.url('/framed') });
    const framed = await gatewright.call('browser_click', { role: 'button', name: 'Locate' });
    expect(framed.code).toBe('page.permission');
    expect(pending(gatewright)).toEqual([]);
  });
});
