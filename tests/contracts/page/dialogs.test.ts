import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { createPageSetup } from './page-setup.js';
import type { PageSetup, PageSetupOptions } from './page-setup.js';

type Ask = NonNullable<NonNullable<PageSetupOptions['dialogs']>['ask']>;
type Says = Awaited<ReturnType<Ask>>;

let stage: PageSetup;
let site: Site;
const asked: Parameters<Ask>[1][] = [];
let person: (signal: AbortSignal) => Promise<Says>;

const later = (ms: number, says: Says) => () =>
  new Promise<Says>((resolve) => {
    setTimeout(resolve, ms, says);
  });

beforeAll(async () => {
  site = await startSite({
    '/': html(`<button onclick="out.textContent = 'deleted ' + confirm('Delete the repository?')">Delete</button>
      <button onclick="out.textContent = 'went on ' + confirm('Go on?')">Next</button>
      <button onclick="out.textContent = 'long ' + confirm('Go on? '.repeat(80) + 'Delete everything?')">Long</button>
      <button onclick="out.textContent = 'named ' + prompt('Type its name')">Name</button>
      <button onclick="setTimeout(() => { out.textContent = 'late ' + confirm('Delete it?') }, 30)">Late</button>
      <p id="out"></p>`),
  });
  stage = createPageSetup(undefined, {
    dialogs: {
      judge: (text) => (text.includes('Delete') ? 'ask' : 'allow'),
      ask: (_, question, signal) => {
        asked.push(question);
        return person(signal);
      },
    },
  });
});
beforeEach(async () => {
  asked.length = 0;
  await stage.open(site.url());
  await prefer('allow');
});
afterAll(async () => {
  await stage.close();
  await site.close();
});

const prefer = (policy: 'allow' | 'ask-human' | { acceptPromptWith: string }) =>
  stage.call([], (page) => page.setDialogPolicy(policy));

it('accepts what is harmless, and asks nobody', async () => {
  expect((await stage.click('Next')).ok).toBe(true);
  expect(await stage.text()).toContain('went on true');
  expect(asked).toEqual([]);
});

it.each<[Says, string, string | undefined]>([
  ['yes', 'deleted true', undefined],
  ['no', 'deleted false', 'approval.denied'],
  ['expired', 'deleted false', 'approval.expired'],
  ['nobody', 'deleted false', 'approval.nobody'],
])('a person says %s', async (says, text, code) => {
  person = later(200, says);
  const result = await stage.click('Delete');
  expect(result.failure?.code).toBe(code);
  expect(result.dialogs).toMatchObject([{ answer: says === 'yes' ? 'accepted' : 'dismissed' }]);
  expect(await stage.text()).toContain(text);
  expect(asked).toMatchObject([{ kind: 'confirm', text: 'Delete the repository?', origin: site.origin }]);
});

it('the page stands still for longer than an input may take, and the call waits', async () => {
  person = later(11_500, 'yes');
  const result = await stage.click('Delete');
  expect(result).toMatchObject({ ok: true, dialogs: [{ answer: 'accepted' }] });
  expect(await stage.text()).toContain('deleted true');
}, 30_000);

it('a dialog that comes a little later is asked about too', async () => {
  person = later(4_000, 'yes');
  const result = await stage.click('Late');
  const [first] = result.dialogs ?? (await stage.click('Next')).dialogs ?? [];
  expect(first?.message.text).toBe('Delete it?');
}, 20_000);

it('a call that ends takes its question with it', async () => {
  let withdrawn = false;
  person = (signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        withdrawn = true;
        resolve('yes');
      });
    });
  const ending = AbortSignal.timeout(1_500);
  await expect(stage.click('Delete', { signal: ending })).rejects.toMatchObject({ code: 'browser.outcome-unknown' });
  expect(withdrawn).toBe(true);
  await stage.open(site.url());
  expect(await stage.text()).not.toContain('deleted true');
});

it('ask-human asks about the harmless too, and the answer of a prompt is shown', async () => {
  person = later(50, 'no');
  await prefer('ask-human');
  expect((await stage.click('Next')).failure?.code).toBe('approval.denied');
  await prefer({ acceptPromptWith: 'Delete' });
  expect((await stage.click('Name')).failure?.code).toBe('approval.denied');
  expect(asked).toMatchObject([{ text: 'Go on?' }, { text: 'Type its name', answer: 'Delete' }]);
  expect(await stage.text()).toContain('named null');
});

it('what is longer than a person is shown is asked of nobody', async () => {
  person = later(0, 'yes');
  expect((await stage.click('Long')).failure?.code).toBe('approval.nobody');
  expect(asked).toEqual([]);
  expect(await stage.text()).toContain('long false');
});
