import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import type { Identity } from '../../../src/core/index.js';
import { codeOf } from './browser-setup.js';
import { goAs, identity, inPage } from './identity-site.js';
import { CODE, PASS, PASSWORD, SignInSite, USER, form } from './sign-in-site.js';

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

/** One line, with the identity, the user and the secret by its name; never a value. */
async function refusedSayingWhom(work: Promise<unknown>, named = 'user somebody@example.com, secret <SECRET>') {
  const failure: unknown = await work.catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error(`not refused: ${String(failure)}`);
  expect(failure.code).toBe('vault.sign-in-failed');
  expect(failure.hint).toMatch(/^[^\n]+; tried identity app, [^\n]+$/u);
  expect(failure.hint?.split('; tried identity app, ')[1]).toBe(named);
  expect(failure.message).not.toMatch(new RegExp(`${PASSWORD}|wrong-Horse7battery|${CODE}`, 'u'));
  return failure.hint;
}

describe('a sign-in that does not work', () => {
  it('with a wrong password is tried once in a session', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await codeOf(here.go(here.person({}, 'wrong-Horse7battery'), '/private'))).toBe('vault.sign-in-failed');
    expect(here.tried).toBe(1);
    const { text } = await inPage(here.setup, (one) => one.snapshot({ mode: 'full' }), here.own);
    expect(text).not.toContain('Sign in');
  });

  it('without a recipe is tried once, and says as whom', async () => {
    const { recipe, ...rest } = here.person({}, 'wrong-Horse7battery');
    expect(recipe).toBeDefined();
    for (let time = 0; time < 2; time += 1) await refusedSayingWhom(here.go(rest, '/private'));
    expect(here.tried).toBe(1);
  });

  it('is tried again when the operator has changed the record', async () => {
    expect(await codeOf(here.go(here.person({}, 'wrong-Horse7battery'), '/private'))).toBe('vault.sign-in-failed');
    expect(await here.go(here.person(), '/private')).toMatchObject({ signedInAs: 'somebody@example.com' });
  });

  it('after it had worked is tried once more', async () => {
    await here.go(here.person(), '/private');
    here.letIn.clear();
    here.manners.steps = 'code-with';
    here.manners.form = form('/login', `${USER}${PASS}`);
    for (let time = 0; time < 3; time += 1)
      expect(await codeOf(here.go(here.person(), '/private'))).toBe('vault.sign-in-failed');
    expect(here.tried).toBe(2);
  });

  it.each<[string, () => string]>([
    ['the form sends elsewhere', () => form(here.evil.at('evil', '/in'), `${USER}${PASS}`)],
    [
      'the button sends elsewhere',
      () =>
        `<form method=post>${USER}${PASS}<button id=go formaction="${here.evil.at('evil', '/in')}">Go</button></form>`,
    ],
    ['the form asks for the user name alone and sends elsewhere', () => form(here.evil.at('evil', '/in'), USER)],
    ['the password field is a text field', () => form('/login', `${USER}<input id=pass name=pass>`)],
  ])('puts no password anywhere: %s', async (_, drawn) => {
    here.manners.form = drawn();
    await refusedSayingWhom(here.go(here.person(), '/private'));
    expect(
      [...here.site.seen, ...here.evil.seen].filter(({ body, path }) => `${body}${path}`.includes(PASSWORD)),
    ).toEqual([]);
  });

  it.each<[string, keyof Identity, string]>([
    ['user name', 'username', 'secret <SECRET>'],
    ['password', 'password', 'user somebody@example.com'],
    ['code', 'code', 'user somebody@example.com, secret <SECRET>'],
  ])('says whose record lacks what the form asks for: a %s', async (what, key, named) => {
    here.manners.steps = 'code-after';
    const parts: Partial<Identity> = { ...here.person(), [key]: undefined };
    const hint = await refusedSayingWhom(here.go(identity([here.at('')], parts), '/private'), named);
    expect(hint).toContain(`the identity has no ${what}`);
    const { text } = await inPage(here.setup, (one) => one.snapshot({ mode: 'full' }), here.own);
    expect(text).not.toContain('Sign in');
  });

  it('does not take the form of a frame for the site', async () => {
    here.manners.form = `<iframe src="${here.evil.at('evil', '/form')}"></iframe>`;
    expect(await here.go(here.person(), '/private')).not.toHaveProperty('signedInAs');
    expect(here.evil.seen.filter(({ body }) => body !== '')).toEqual([]);
  });

  it('does not happen at another origin that shows the same form', async () => {
    await here.go(here.person(), '/public');
    const result = await goAs(here.setup, undefined, here.evil.at('evil', '/login'), here.own);
    expect(result).not.toHaveProperty('signedInAs');
    expect(here.evil.seen.filter(({ body }) => body !== '')).toEqual([]);
  });
});
