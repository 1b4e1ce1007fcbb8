import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, ElementTarget, Page } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { FIELDS } from './pages.js';
import { codeOf, named, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let stage: PageSetup;
let site: Site;

beforeAll(async () => {
  site = await startSite(FIELDS);
  stage = createPageSetup();
});
afterAll(async () => {
  await stage.close();
  await site.close();
});

const on = (name: string, text: string, run: (page: Page, target: ElementTarget) => Promise<ActionResult>) =>
  stage.call([{ at: named(name), text }], (page, [target]) => run(page, the(target)));
const fill = (name: string, text: string) => on(name, text, (page, target) => page.fill(target));
const type = (name: string, text: string, clearFirst = false, submit = false) =>
  on(name, text, (page, target) => page.type(target, { clearFirst, submit }));

describe('fields of every kind', () => {
  it.each([
    ['Count', '42', '42'],
    ['Day', '2026-11-30', '2026-11-30'],
    ['Hour', '09:30', '09:30'],
    ['Loud', '8', '8'],
    ['City', 'Rome', 'Rome'],
  ])('%s', async (name, value, shown) => {
    await stage.open(site.url('/fields'));
    expect((await fill(name, value)).element?.value?.text).toContain(shown);
  });

  it('toggles', async () => {
    await stage.open(site.url('/fields'));
    expect((await fill('Agree', 'true')).element?.checked).toBe(true);
    expect((await fill('Agree', 'true')).element?.checked).toBe(true);
    expect((await fill('Agree', 'false')).element?.checked).toBe(false);
    expect((await fill('Red', 'true')).element?.checked).toBe(true);
    expect(await fill('Red', 'false')).toMatchObject({ ok: false, failure: { code: 'browser.not-actionable' } });
    expect(await codeOf(fill('Agree', 'yes'))).toBe('call.bad-arguments');
  });

  it('selects several', async () => {
    await stage.open(site.url('/fields'));
    await on('Fruit', '', (page, target) => page.select(target, ['Apple', 'Plum']));
    await type('Name', '', false, true);
    expect(site.seen.at(-1)?.path).toContain('fruit=Apple&fruit=Plum');
    await stage.open(site.url('/fields'));
    expect(await codeOf(on('City', '', (page, target) => page.select(target, ['Paris'])))).toBe('browser.bad-option');
  });

  it('refuses what is no field, and what is disabled', async () => {
    await stage.open(site.url('/fields'));
    expect(await codeOf(fill('Send', 'x'))).toBe('browser.not-actionable');
    expect(await codeOf(fill('Fixed', 'x'))).toBe('browser.not-actionable');
    expect(await codeOf(type('Agree', 'true'))).toBe('browser.not-actionable');
  });
});

describe('a form', () => {
  const form = (values: Readonly<Record<string, string>>, submit: boolean) =>
    stage.call(
      Object.entries(values).map(([name, text]) => ({ at: named(name), text, intent: 'type' as const })),
      (page, targets) => page.fillForm(targets, submit),
    );

  it('is filled as a whole and sent', async () => {
    await stage.open(site.url('/fields'));
    const result = await form({ Name: 'Zoë', City: 'Rome', Agree: 'true', Day: '2026-01-02', Count: '3' }, true);
    expect(result).toMatchObject({ ok: true, navigation: { changed: true } });
    expect(site.seen.at(-1)?.path).toMatch(/name=Zo%C3%AB.*count=3&day=2026-01-02.*agree=on.*city=r/u);
  });

  it.each([
    ['an option that is not there', { Name: 'Zoë', City: 'Paris' }, 'browser.bad-option'],
    ['a field that is disabled', { Name: 'Zoë', Fixed: 'x' }, 'browser.not-actionable'],
    ['a state that is none', { Name: 'Zoë', Agree: 'perhaps' }, 'call.bad-arguments'],
  ])('is left as it was for %s', async (_, values, code) => {
    await stage.open(site.url('/fields'));
    expect(await codeOf(form(values, false))).toBe(code);
    await type('Name', '', false, true);
    expect(site.seen.at(-1)?.path).toContain('name=Ann&');
  });
});

describe('secrets', () => {
  it('are typed by name on their own origin, and not told', async () => {
    stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: 'hunter2', origins: [site.origin] }));
    await stage.open(site.url('/fields'));
    const results = [await type('Secret', '<PASSWORD>'), await fill('Name', 'x<PASSWORD>')];
    expect(JSON.stringify(results.map(({ element }) => element))).not.toContain('hunter');
    await type('Story', '<UNKNOWN>', true);
    await type('Secret', '<PASSWORD>', true, true);
    expect(site.seen.at(-1)?.path).toMatch(/name=xhunter2&story=%3CUNKNOWN%3E&.*secret=hunter2/u);
  });

  it('do not go into a frame that only borrows its page’s address', async () => {
    stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: 'hunter2', origins: [site.origin] }));
    await stage.open(site.url('/letter'));
    expect(await codeOf(type('Password please', '<PASSWORD>'))).toBe('policy.secret-origin');
  });

  it('are refused anywhere else, before anything is typed', async () => {
    stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: 'hunter2', origins: ['https://app.example.com'] }));
    await stage.open(site.url('/fields'));
    expect(await codeOf(type('Secret', '<PASSWORD>'))).toBe('policy.secret-origin');
    expect(await codeOf(fill('Name', '<PASSWORD>'))).toBe('policy.secret-origin');
    await type('Name', '', false, true);
    expect(site.seen.at(-1)?.path).toContain('name=Ann&');
  });
});
