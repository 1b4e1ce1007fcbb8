import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSecretLive } from '../../../src/browser/dom/host/secret-live.js';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const SECRET = 'hunter2-9f31c0';
const findText = (text: string) => {
  const start = text.indexOf(SECRET);
  return start < 0 ? [] : [{ start, end: start + SECRET.length }];
};
const find = Object.assign(findText, { inPieces: () => new Set<number>() });

describe('no secret is live', () => {
  it.each([
    ['a plain page', '<h1>Hello</h1><input value="seen by all">'],
    ['a login that nobody has filled', '<input type="password"><input autocomplete="one-time-code">'],
    ['a frame with such a login', '<iframe srcdoc="<input type=password>"></iframe>'],
    ['a button of a form with a card', '<input type="submit" value="Card number"><input autocomplete="cc-number">'],
  ])('%s', async (_, body) => {
    await setup.show(body);
    expect(await isSecretLive(setup.view, find)).toBe(false);
  });
});

describe('a secret is live', () => {
  it.each([
    ['a filled password', '<input type="password" value="x">'],
    ['one that is out of sight', '<div style="position:fixed;left:-9999px"><input type="password" value="x"></div>'],
    ['one that is shown', '<input id="p" type="password" value="x">', 'p.type="password";p.value="y"'],
    ['a code', '<input autocomplete="one-time-code" value="123456">'],
    ['a card', '<label>Card number <input value="4111"></label>'],
    [
      'in a shadow root',
      '<div id="h"></div>',
      'h.attachShadow({mode:"open"}).innerHTML = `<input type=password value=x>`',
    ],
    ['in a frame', '<iframe srcdoc="<input type=password value=x>"></iframe>'],
    ['in a frame in a frame', `<iframe srcdoc="<iframe srcdoc='<input type=password value=x>'></iframe>"></iframe>`],
    ['text', `<p>Your key is ${SECRET}</p>`],
    ['text in pieces', `<p>Your key is ${SECRET.slice(0, 5)}<b>${SECRET.slice(5)}</b></p>`],
    ['text in a frame', `<iframe srcdoc="<p>${SECRET}</p>"></iframe>`],
    ['a value that script put in', '<input id="p" type="password">', 'p.value = "typed"'],
    ['more fields than anybody looks at', '', 'document.body.innerHTML = "<input>".repeat(6000)'],
  ])('%s', async (_, body, script = '') => {
    await setup.show(body);
    if (script !== '') await setup.run(script);
    expect(await isSecretLive(setup.view, find)).toBe(true);
  });

  it('in a frame of another site', async () => {
    const other = setup.site.url(setup.put('<input type="password" value="x">')).replace('127.0.0.1', 'localhost');
    await setup.show(`<iframe src="${other}"></iframe>`);
    expect(await isSecretLive(setup.view)).toBe(true);
  });

  it('in a field that is no longer a password, once it was one', async () => {
    await setup.show('<input id="p" type="password">');
    expect(await isSecretLive(setup.view)).toBe(false);
    await setup.run('p.type = "text"; p.value = "shown now"');
    expect(await isSecretLive(setup.view)).toBe(true);
  });

  it('in a frame that does not answer there may be one', async () => {
    const other = setup.site.url(setup.put('<p>busy</p><script>setTimeout(() => { for (;;); }, 50)</script>'));
    await setup.show(`<iframe src="${other.replace('127.0.0.1', 'localhost')}"></iframe>`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const answer = await isSecretLive(setup.view, find).catch(() => 'refused');
    expect(answer === true || answer === 'refused').toBe(true);
  });
});
