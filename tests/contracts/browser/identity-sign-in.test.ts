import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/core/index.js';
import { codeOf } from './browser-setup.js';
import { inPage } from './identity-site.js';
import { CODE, FIELDS, PASS, PASSWORD, SignInSite, USER, form } from './sign-in-site.js';

let here: SignInSite;
beforeAll(async () => {
  here = await SignInSite.start();
});
afterAll(() => here.close());
beforeEach(() => {
  here.reset();
});
afterEach(async () => {
  await here.setup.sessions.end({}, 'test');
});

describe('a site that needs a form', () => {
  it.each(['one', 'two-pages', 'code-after', 'code-with'] as const)('is signed in to: %s', async (steps) => {
    here.manners.steps = steps;
    const result = await here.go(here.person(), '/private?x=1');
    expect(result).toMatchObject({ ok: true, signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(here.at('/private?x=1'));
    expect(result.snapshotDelta?.text).toContain('Sign out');
    expect(here.tried).toBe(1);
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${PASSWORD}|${CODE}`, 'u'));
  });

  it('is signed in to where the form is drawn by script', async () => {
    here.manners.steps = 'by-script';
    const result = await here.go(here.person({ signedIn: '#out' }), '/private');
    expect(result).toMatchObject({ signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(here.at('/private'));
  });

  it('is signed in to with Enter where there is no button', async () => {
    const { username, password, code } = FIELDS;
    const recipe = { url: here.at('/login'), username, password, code, signedIn: '#out' };
    expect(await here.go({ ...here.person(), recipe }, '/private')).toMatchObject({
      signedInAs: 'somebody@example.com',
    });
  });

  it('stays where the site leads when the form itself was asked for', async () => {
    const result = await here.go(here.person(), '/login');
    expect(result).toMatchObject({ signedInAs: 'somebody@example.com' });
    expect(result.navigation?.to.text).toBe(here.at('/home'));
  });

  it('is left alone where nothing needs to be signed in to', async () => {
    expect(await here.go(here.person(), '/public')).not.toHaveProperty('signedInAs');
    expect(here.tried).toBe(0);
  });

  it('is signed in to again when it has forgotten, also on reload and on the way back', async () => {
    await here.go(here.person(), '/private');
    here.letIn.clear();
    expect(await inPage(here.setup, (one) => one.reload(), here.own)).toMatchObject({
      ok: true,
      signedInAs: 'somebody@example.com',
    });
    expect(await here.go(here.person(), '/public')).not.toHaveProperty('signedInAs');
    here.letIn.clear();
    const back = await inPage(here.setup, (one) => one.goBack(), here.own);
    expect(back.navigation?.to.text).toBe(here.at('/private'));
    expect(here.tried).toBeGreaterThanOrEqual(2);
  });

  it('that forgets at once is signed in to once more, and never again', async () => {
    here.manners.forgets = true;
    for (let time = 0; time < 3; time += 1)
      expect(await codeOf(here.go(here.person(), '/private'))).toBe('vault.sign-in-failed');
    expect(here.tried).toBe(2);
    expect(await here.go(here.person(), '/public')).toMatchObject({ ok: true });
  });
});

/** As `gatewright vault add` keeps it: a user name and a password, and no word about the form. */
function withoutRecipe(): Identity {
  const { recipe, ...rest } = here.person();
  expect(recipe).toBeDefined();
  return rest;
}

describe('a site without a recipe', () => {
  it.each(['one', 'two-pages', 'code-after', 'code-with'] as const)(
    'is signed in to by its form: %s',
    async (steps) => {
      here.manners.steps = steps;
      const result = await here.go(withoutRecipe(), '/private?x=1');
      expect(result).toMatchObject({ ok: true, signedInAs: 'somebody@example.com' });
      expect(result.navigation?.to.text).toBe(here.at('/private?x=1'));
      expect(here.tried).toBe(1);
    },
  );

  it('is signed in to where the form is drawn by script', async () => {
    here.manners.steps = 'by-script';
    expect(await here.go(withoutRecipe(), '/private')).toMatchObject({ signedInAs: 'somebody@example.com' });
  });

  it.each<[string, string]>([
    ['a password alone', form('/delete', PASS)],
    ['to register', form('/register', `${USER}${PASS}<input type=password name=again>`)],
    ['with a new password', form('/x', `${USER}<input type=password name=p autocomplete=new-password>`)],
    ['with many fields', form('/x', `<input name=first><input name=last>${USER}${PASS}`)],
    ['to search', form('/x', '<input name=q type=search>')],
    ['to search, in plain text', `<title>Log in or look around</title>${form('/x', '<input name=q>')}`],
  ])('is left alone where the form is another: %s', async (_, drawn) => {
    here.manners.form = drawn;
    const result = await here.go(withoutRecipe(), '/login');
    expect(result).not.toHaveProperty('signedInAs');
    expect(here.posts).toEqual([]);
  });

  it('is left alone where a title says to log in and a form asks for an address alone', async () => {
    const letter = '<form method=post action=/x><input name=email type=email><button>Subscribe</button></form>';
    here.manners.everybody = `${letter}<script>document.title = 'Log in or sign up'</script>`;
    expect(await here.go(withoutRecipe(), '/public')).not.toHaveProperty('signedInAs');
    expect(here.posts).toEqual([]);
  });

  it('tells the agent whom to be, where it does not fill the form in itself', async () => {
    here.manners.form = form('/delete', PASS);
    const { signInHint } = await here.go(withoutRecipe(), '/login');
    expect(signInHint).toMatch(/somebody@example\.com, password <[A-Z_]+>$/u);
  });

  it('puts no password into a form that sends elsewhere', async () => {
    here.manners.form = form(here.evil.at('evil', '/in'), `${USER}${PASS}`);
    expect(await codeOf(here.go(withoutRecipe(), '/private'))).toBe('vault.sign-in-failed');
    expect(
      [...here.site.seen, ...here.evil.seen].filter(({ body, path }) => `${body}${path}`.includes(PASSWORD)),
    ).toEqual([]);
  });
});
