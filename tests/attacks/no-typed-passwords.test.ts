import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('no-typed-passwords', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<input id="user" aria-label="User">
        <input id="pw" type="password" aria-label="Search keywords">
        <input id="otp" autocomplete="one-time-code" aria-label="Code">
        <input id="card" autocomplete="cc-number" aria-label="Number">
        <label>PIN <input id="pin" name="field1"></label>
        <label>Passphrase <input id="phrase" name="field2"></label>
        <output id="log"></output>
        <script>document.addEventListener('input', (e) => fetch('/typed?' + e.target.id), true)</script>`),
      '/typed': (_, response) => response.end(),
    });
    gatewright = await start({ args: ['--allow-private', `${site.host},localhost:${site.port}`] });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const typed = (): string[] => site.seen.map(({ path }) => path).filter((path) => path.startsWith('/typed'));

  it.each([
    ['by name', 'browser_type', { name: 'Search keywords', text: 'hunter2' }],
    ['by selector', 'browser_fill', { selector: '#pw', value: 'hunter2' }],
    ['one-time code', 'browser_fill', { selector: '#otp', value: '123456' }],
    ['card', 'browser_type', { selector: '#card', text: '4111111111111111' }],
    ['a field named PIN', 'browser_fill', { selector: '#pin', value: '4711' }],
    ['a field named PIN, key by key', 'browser_type', { name: 'PIN', text: '4711' }],
    ['a field named Passphrase', 'browser_fill', { selector: '#phrase', value: 'correct horse' }],
    ['a field named Passphrase, key by key', 'browser_type', { name: 'Passphrase', text: 'correct horse' }],
    ['key by key', 'browser_press', { selector: '#pw', key: 'h' }],
    ['a name and more', 'browser_fill', { selector: '#pw', value: '<PASSWORD>x' }],
    [
      'in a form',
      'browser_fill_form',
      {
        fields: [
          { target: { selector: '#user' }, value: 'ann' },
          { target: { selector: '#pw' }, value: 'hunter2' },
        ],
      },
    ],
  ])('%s', async (_, tool, args) => {
    expect((await gatewright.call(tool, args)).code).toBe('policy.password-field');
    expect(typed()).toEqual([]);
  });

  it('a name that nobody registered is refused there too', async () => {
    const reply = await gatewright.call('browser_fill', { selector: '#pw', value: '<NOBODY>' });
    expect(reply.isError).toBe(true);
    expect(typed()).toEqual([]);
  });

  it('the refusal names the way that is open, and nothing of another origin', async () => {
    const wrong = { selector: '#pw', value: 'hunter2' };
    const refused = async () => (await gatewright.call('browser_fill', wrong)).text;
    const before = await refused();
    expect(before).toContain('await_human');
    expect(before).not.toMatch(/register_secret|Kept for this site/u);
    const asked = gatewright.call('await_human', { kind: 'input', prompt: 'The PIN, please', secret: 'SHOP_PIN' });
    await answerFirst(gatewright, 'Qz7~');
    const kept = (await asked).text;
    expect(kept).toContain('too short to be masked elsewhere');
    expect(await refused()).toContain('Kept for this site: <SHOP_PIN>.');
    const nobody = await gatewright.call('browser_fill', { selector: '#pw', value: '<NOBODY>' });
    expect(nobody.text).toContain('Kept for this site: <SHOP_PIN>.');
    await gatewright.call('browser_navigate', { url: site.url().replace('127.0.0.1', 'localhost') });
    expect(await refused()).not.toContain('SHOP_PIN');
    expect((await gatewright.call('browser_fill', { selector: '#pw', value: '<SHOP_PIN>' })).code).toBe(
      'policy.secret-origin',
    );
    await gatewright.call('browser_navigate', { url: site.url() });
    expect(typed()).toEqual([]);
  });

  it('a key into the focused password field, without a target', async () => {
    await gatewright.call('browser_click', { selector: '#pw' });
    const reply = await gatewright.call('browser_press', { key: 'h' });
    expect(reply.code).toBe('policy.password-field');
    expect(typed()).toEqual([]);
  });

  it('other fields take text', async () => {
    expect((await gatewright.call('browser_fill', { selector: '#user', value: 'ann' })).isError).toBe(false);
    expect(new Set(typed())).toEqual(new Set(['/typed?user']));
  });
});
