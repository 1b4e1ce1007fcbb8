import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchSecretPlaces } from '../../../src/browser/dom/host/secret-places.js';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const SECRET = 'hunter2-4111111111111111';

/** Everything that the view says about a page, in every way it can say it. */
async function everything(): Promise<string> {
  const { view } = setup;
  const said = [
    await setup.snapshot(),
    await setup.snapshot({ hidden: true }),
    (await view.reader.read({ format: 'markdown' })).text,
    (await view.reader.read({ format: 'tree' })).text,
    (await view.reader.find('field', 20)).text,
    (await view.reader.searchText('hunter2', false, 20)).text,
    (await view.reader.searchText('4111', false, 20)).text,
    JSON.stringify([...(await view.reader.mark()).lines.values()]),
  ];
  const field = await view.locate({ by: 'selector', selector: '#f' });
  said.push(
    (await view.reader.inspect(field)).text,
    JSON.stringify(await view.state(field)),
    JSON.stringify(field.facts),
  );
  return said.join('\n');
}

const FIELDS: Readonly<Record<string, string>> = {
  password: `<input id="f" aria-label="field" type="password" value="${SECRET}">`,
  'new password in clear': `<input id="f" aria-label="field" autocomplete="new-password" value="${SECRET}">`,
  'current password in clear': `<input id="f" aria-label="field" autocomplete="section-a current-password" value="${SECRET}">`,
  'one-time code': `<input id="f" aria-label="field" autocomplete="one-time-code" value="${SECRET}">`,
  'card number': `<input id="f" aria-label="field" autocomplete="billing cc-number" value="${SECRET}">`,
  'card code by name': `<input id="f" aria-label="field" name="card_cvc" value="${SECRET}">`,
  'card number by camel case': `<input id="f" aria-label="field" id="f" name="cardNumber" value="${SECRET}">`,
  'card number by label, German': `<label for="f">Kartennummer</label><input id="f" title="field" value="${SECRET}">`,
  'card number by label, Japanese': `<label for="f">カード番号</label><input id="f" title="field" value="${SECRET}">`,
  'password by label, French': `<label for="f">Mot de passe</label><input id="f" title="field" value="${SECRET}">`,
  'one-time code by placeholder': `<input id="f" aria-label="field" placeholder="Verification code" value="${SECRET}">`,
  'letters shown as discs': `<input id="f" aria-label="field" style="-webkit-text-security:disc" value="${SECRET}">`,
  'a placeholder that copies the value': `<input id="f" type="password" value="${SECRET}" placeholder="${SECRET} field">`,
  'a label that copies the value': `<input id="f" type="password" value="${SECRET}" aria-label="${SECRET} field">`,
  'a title that copies the value': `<input id="f" type="password" value="${SECRET}" title="${SECRET} field">`,
  'a value inside a label': `<label>field <input id="f" type="password" value="${SECRET}"></label><label>Other <input type="checkbox"> with <input type="password" value="${SECRET}"></label>`,
  'a hidden one': `<input id="f" aria-label="field" type="password" style="opacity:0" value="${SECRET}">`,
};

describe('fields whose value is nobody’s business', () => {
  it.each(Object.entries(FIELDS))('show no value: %s', async (_, body) => {
    await setup.show(body);
    const said = await everything();
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain('4111');
  });

  it('show no length', async () => {
    await setup.show('<input aria-label="f" type="password" value="abc">');
    await setup.snapshot();
    const short = await setup.snapshot();
    await setup.run(`document.querySelector('input').value = 'a'.repeat(40)`);
    expect(await setup.snapshot()).toBe(short);
  });

  it('stay what they are after "show password"', async () => {
    await setup.show(`<input id="f" aria-label="field" type="password" value="${SECRET}">`);
    await setup.snapshot();
    await setup.run(`document.querySelector('input').type = 'text'`);
    expect(await everything()).not.toContain('hunter2');
    expect((await setup.view.locate({ by: 'selector', selector: '#f' })).facts.sensitive).toBe('password');
  });

  it('are told apart from ordinary ones', async () => {
    await setup.show(
      '<label>Search keywords <input value="shown one"></label><label>Postcode <input name="postcode" value="shown two"></label><label>Keyboard layout <input value="shown three"></label><label>Discount code <input value="shown four"></label>',
    );
    const text = await setup.snapshot();
    for (const shown of ['one', 'two', 'three', 'four']) expect(text).toContain(`"shown ${shown}"`);
  });

  it('have boxes to be painted over', async () => {
    await setup.show(
      `<input aria-label="a" value="x"><input id="f" type="password" value="${SECRET}" style="position:absolute;left:100px;top:200px;width:150px;height:30px;box-sizing:border-box">`,
    );
    const places = await watchSecretPlaces(setup.view);
    expect(places.first).toEqual([{ x: 100, y: 200, width: 150, height: 30 }]);
    expect(await places.end()).toContainEqual({ x: 100, y: 200, width: 150, height: 30 });
  });
});
