import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Identity, SignInRecipe } from '../../../src/core/index.js';
import { codeOf, openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { goAs, identity, inPage, page, secret, startNamedSite } from './identity-site.js';
import type { Asked, NamedSite } from './identity-site.js';

const PASSWORD = 'correct-Horse7battery';
const CODE = '482913';

/** How the site behaves in a test. */
interface Manners {
  steps: 'one' | 'two-pages' | 'code-after' | 'code-with' | 'by-script';
  /** Whoever comes for the private page is sent to the form again, signed in or not. */
  forgets: boolean;
  form: string;
  /** The page that needs no sign-in. */
  everybody: string;
}

let setup: Room;
let site: NamedSite;
let evil: NamedSite;
let manners: Manners;
let letIn: Set<string>;
let own = '';
let tests = 0;

const FIELDS = { username: '#user', password: '#pass', code: '#code', submit: '#go' };

function form(action: string, fields: string): string {
  return `<form method=post action="${action}">${fields}<button id=go>Sign in</button></form>`;
}
const USER = '<input id=user name=user>';
const PASS = '<input id=pass name=pass type=password>';
const TOTP = '<input id=code name=code autocomplete=one-time-code>';

function answer(asked: Asked, response: ServerResponse): void {
  const { pathname } = new URL(asked.path, 'http://x');
  const sid = /sid=([0-9a-f]+)/u.exec(asked.cookie)?.[1] ?? '';
  const given = new URLSearchParams(asked.body);
  if (asked.method === 'POST') posted(pathname, given, response);
  else if (pathname === '/login') page(response, loginPage());
  else if (pathname === '/code') page(response, form('/code', TOTP));
  else if (pathname === '/public') page(response, manners.everybody);
  else if (letIn.has(sid) && !(manners.forgets && pathname === '/private'))
    page(response, `<p>the private page ${pathname}</p><a id=out href=/out>Sign out</a>`);
  else response.writeHead(302, { location: '/login' }).end();
}

function loginPage(): string {
  if (manners.form !== '') return manners.form;
  if (manners.steps === 'two-pages') return form('/login', USER);
  if (manners.steps === 'by-script')
    return `<div id=app></div><script>
      setTimeout(() => {
        app.innerHTML = '${USER}${PASS}<button id=go>Sign in</button>';
        go.onclick = async () => {
          const body = new URLSearchParams({ user: user.value, pass: pass.value });
          const { ok } = await fetch('/login?script', { method: 'POST', body });
          app.innerHTML = ok ? '<p id=out>in</p>' : app.innerHTML;
        };
      }, 300);
    </script>`;
  return form('/login', `${USER}${PASS}${manners.steps === 'code-with' ? TOTP : ''}`);
}

function posted(pathname: string, given: URLSearchParams, response: ServerResponse): void {
  const enter = (): void => {
    const sid = randomBytes(8).toString('hex');
    letIn.add(sid);
    response.writeHead(302, { location: '/home', 'set-cookie': `sid=${sid}; Path=/; HttpOnly` }).end();
  };
  const right = given.get('pass') === PASSWORD;
  if (pathname === '/code') {
    if (given.get('code') === CODE) enter();
    else page(response, form('/code', TOTP));
  } else if (manners.steps === 'two-pages' && !given.has('pass')) page(response, form('/login', PASS));
  else if (!right || (manners.steps === 'code-with' && given.get('code') !== CODE))
    page(response, `<p>wrong</p>${form('/login', `${USER}${PASS}`)}`);
  else if (manners.steps === 'code-after') response.writeHead(302, { location: '/code' }).end();
  else if (manners.steps === 'by-script') {
    const sid = randomBytes(8).toString('hex');
    letIn.add(sid);
    response.writeHead(200, { 'set-cookie': `sid=${sid}; Path=/` }).end();
  } else enter();
}

beforeAll(async () => {
  setup = openRoom();
  evil = await startNamedSite((_, response) => {
    page(response, `${USER}${PASS}`);
  });
  site = await startNamedSite((asked, response) => {
    answer(asked, response);
  });
});
afterAll(() => Promise.all([setup.close(), site.close(), evil.close()]));
beforeEach(() => {
  tests += 1;
  own = `session-${tests}`;
  manners = { steps: 'one', forgets: false, form: '', everybody: '<p>everybody</p>' };
  letIn = new Set();
  site.seen.length = 0;
  evil.seen.length = 0;
});
afterEach(async () => {
  await setup.sessions.end({}, 'test');
});

function person(recipe: Partial<SignInRecipe> = {}, password = PASSWORD): Identity {
  const origins = [site.at('app')];
  return identity(origins, {
    username: 'somebody@example.com',
    password: secret(password, origins, 'password'),
    code: () => secret(CODE, origins, 'code'),
    recipe: { url: site.at('app', '/login'), ...FIELDS, ...recipe },
  });
}

const go = (who: Identity | undefined, path: string): Promise<ActionResult> =>
  goAs(setup, who, site.at('app', path), own);
const posts = (): Asked[] => site.seen.filter(({ method }) => method === 'POST');
const tried = (): number =>
  posts().filter(({ body, path }) => path.startsWith('/login') && body.includes('pass=')).length;

describe('a site that needs a form', () => {
  it.each(['one', 'two-pages', 'code-after', 'code-with'] as const)('is signed in to: %s', async (steps) => {
    manners.steps = steps;
    const result = await go(person(), '/private?x=1');
    expect(result).toMatchObject({ ok: true, signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(site.at('app', '/private?x=1'));
    expect(result.snapshotDelta?.text).toContain('Sign out');
    expect(tried()).toBe(1);
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${PASSWORD}|${CODE}`, 'u'));
  });

  it('is signed in to where the form is drawn by script', async () => {
    manners.steps = 'by-script';
    const result = await go(person({ signedIn: '#out' }), '/private');
    expect(result).toMatchObject({ signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(site.at('app', '/private'));
  });

  it('is signed in to with Enter where there is no button', async () => {
    const { username, password, code } = FIELDS;
    const recipe = { url: site.at('app', '/login'), username, password, code, signedIn: '#out' };
    expect(await go({ ...person(), recipe }, '/private')).toMatchObject({ signedInAs: 'somebody@example.com' });
  });

  it('stays where the site leads when the form itself was asked for', async () => {
    const result = await go(person(), '/login');
    expect(result).toMatchObject({ signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(site.at('app', '/home'));
  });

  it('is left alone where nothing needs to be signed in to', async () => {
    expect(await go(person(), '/public')).not.toHaveProperty('signedInAs');
    expect(tried()).toBe(0);
  });

  it('is signed in to again when it has forgotten, also on reload and on the way back', async () => {
    await go(person(), '/private');
    letIn.clear();
    expect(await inPage(setup, (one) => one.reload(), own)).toMatchObject({
      ok: true,
      signedInAs: 'somebody@example.com',
    });
    expect(await go(person(), '/public')).not.toHaveProperty('signedInAs');
    letIn.clear();
    const back = await inPage(setup, (one) => one.goBack(), own);
    expect(back.navigation?.to.text).toBe(site.at('app', '/private'));
    expect(tried()).toBeGreaterThanOrEqual(2);
  });

  it('that forgets at once is signed in to once more, and never again', async () => {
    manners.forgets = true;
    for (let time = 0; time < 3; time += 1) expect(await codeOf(go(person(), '/private'))).toBe('vault.sign-in-failed');
    expect(tried()).toBe(2);
    expect(await go(person(), '/public')).toMatchObject({ ok: true });
  });
});

/** As `gatewright vault add` keeps it: a user name and a password, and no word about the form. */
function withoutRecipe(): Identity {
  const { recipe, ...rest } = person();
  expect(recipe).toBeDefined();
  return rest;
}

describe('a site without a recipe', () => {
  it.each(['one', 'two-pages', 'code-after', 'code-with'] as const)(
    'is signed in to by its form: %s',
    async (steps) => {
      manners.steps = steps;
      const result = await go(withoutRecipe(), '/private?x=1');
      expect(result).toMatchObject({ ok: true, signedInAs: 'somebody@example.com' });
      expect(result.navigation?.to.text).toBe(site.at('app', '/private?x=1'));
      expect(tried()).toBe(1);
    },
  );

  it('is signed in to where the form is drawn by script', async () => {
    manners.steps = 'by-script';
    expect(await go(withoutRecipe(), '/private')).toMatchObject({ signedInAs: 'somebody@example.com' });
  });

  it.each<[string, string]>([
    ['a password alone', form('/delete', PASS)],
    ['to register', form('/register', `${USER}${PASS}<input type=password name=again>`)],
    ['with a new password', form('/x', `${USER}<input type=password name=p autocomplete=new-password>`)],
    ['with many fields', form('/x', `<input name=first><input name=last>${USER}${PASS}`)],
    ['to search', form('/x', '<input name=q type=search>')],
    ['to search, in plain text', `<title>Log in or look around</title>${form('/x', '<input name=q>')}`],
  ])('is left alone where the form is another: %s', async (_, drawn) => {
    manners.form = drawn;
    const result = await go(withoutRecipe(), '/login');
    expect(result).not.toHaveProperty('signedInAs');
    expect(posts()).toEqual([]);
  });

  it('is left alone where a title says to log in and a form asks for an address alone', async () => {
    const letter = '<form method=post action=/x><input name=email type=email><button>Subscribe</button></form>';
    manners.everybody = `${letter}<script>document.title = 'Log in or sign up'</script>`;
    expect(await go(withoutRecipe(), '/public')).not.toHaveProperty('signedInAs');
    expect(posts()).toEqual([]);
  });

  it('tells the agent whom to be, where it does not fill the form in itself', async () => {
    manners.form = form('/delete', PASS);
    const { signInHint } = await go(withoutRecipe(), '/login');
    expect(signInHint).toMatch(/somebody@example\.com, password <[A-Z_]+>$/u);
  });

  it('with a wrong password is tried once, and says as whom', async () => {
    const wrong = { ...withoutRecipe(), password: secret('wrong-Horse7battery', [site.at('app')], 'password') };
    for (let time = 0; time < 2; time += 1) expect(await codeOf(go(wrong, '/private'))).toBe('vault.sign-in-failed');
    expect(tried()).toBe(1);
  });

  it('puts no password into a form that sends elsewhere', async () => {
    manners.form = form(evil.at('evil', '/in'), `${USER}${PASS}`);
    expect(await codeOf(go(withoutRecipe(), '/private'))).toBe('vault.sign-in-failed');
    expect([...site.seen, ...evil.seen].filter(({ body, path }) => `${body}${path}`.includes(PASSWORD))).toEqual([]);
  });
});

describe('a sign-in that does not work', () => {
  it('with a wrong password is tried once in a session', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await codeOf(go(person({}, 'wrong-Horse7battery'), '/private'))).toBe('vault.sign-in-failed');
    expect(tried()).toBe(1);
    const { text } = await inPage(setup, (one) => one.snapshot({ mode: 'full' }), own);
    expect(text).not.toContain('Sign in');
  });

  it('is tried again when the operator has changed the record', async () => {
    expect(await codeOf(go(person({}, 'wrong-Horse7battery'), '/private'))).toBe('vault.sign-in-failed');
    expect(await go(person(), '/private')).toMatchObject({ signedInAs: 'somebody@example.com' });
  });

  it('after it had worked is tried once more', async () => {
    await go(person(), '/private');
    letIn.clear();
    manners.steps = 'code-with';
    manners.form = form('/login', `${USER}${PASS}`);
    for (let time = 0; time < 3; time += 1) expect(await codeOf(go(person(), '/private'))).toBe('vault.sign-in-failed');
    expect(tried()).toBe(2);
  });

  it.each<[string, () => string]>([
    ['the form sends elsewhere', () => form(evil.at('evil', '/in'), `${USER}${PASS}`)],
    [
      'the button sends elsewhere',
      () => `<form method=post>${USER}${PASS}<button id=go formaction="${evil.at('evil', '/in')}">Go</button></form>`,
    ],
    ['the password field is a text field', () => form('/login', `${USER}<input id=pass name=pass>`)],
  ])('puts no password anywhere: %s', async (_, drawn) => {
    manners.form = drawn();
    expect(await codeOf(go(person(), '/private'))).toBe('vault.sign-in-failed');
    expect([...site.seen, ...evil.seen].filter(({ body, path }) => `${body}${path}`.includes(PASSWORD))).toEqual([]);
  });

  it('does not take the form of a frame for the site', async () => {
    manners.form = `<iframe src="${evil.at('evil', '/form')}"></iframe>`;
    expect(await go(person(), '/private')).not.toHaveProperty('signedInAs');
    expect(evil.seen.filter(({ body }) => body !== '')).toEqual([]);
  });

  it('does not happen at another origin that shows the same form', async () => {
    await go(person(), '/public');
    const result = await goAs(setup, undefined, evil.at('evil', '/login'), own);
    expect(result).not.toHaveProperty('signedInAs');
    expect(evil.seen.filter(({ body }) => body !== '')).toEqual([]);
  });
});
