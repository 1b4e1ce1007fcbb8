import { beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, judgedInput, PAYS } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';

const OVER = 'position:fixed;inset:40px;background:#fff;border:1px solid';
const yes = (words: string): string => `<button id="t" ${PAYS}>${words}</button>`;
const dialog = (inner: string): string =>
  `<dialog open><h2>Delete account?</h2>${inner}<button>Cancel</button></dialog>`;

promised('people-decide', () => {
  const ground = judgedInput();
  let gatewright: Running;
  beforeAll(() => {
    ({ gatewright } = ground());
  });
  const press = async (body: string) => {
    await ground().show(body);
    const reply = await gatewright.call('browser_click', { selector: '#t' });
    return { code: reply.code, text: reply.text, posts: await ground().posts() };
  };

  describe('a yes is judged by the question, in whatever the page puts it', () => {
    it.each([
      ['a box over the page', `<div style="${OVER}"><h2>Delete your account?</h2>${yes("Yes, I'm sure")}</div>`],
      [
        'one in which question and button are far apart',
        `<div style="${OVER}"><div><div>Delete your account?</div></div><p>This cannot be undone.</p>
          <footer><span>${yes('Proceed')}</span></footer></div>`,
      ],
      [
        'a heading that asks nothing',
        `<div style="${OVER}"><h2>Delete your account</h2><p>This cannot be undone.</p>${yes('Confirm')}</div>`,
      ],
      [
        'a bubble beside its button',
        `<div style="position:absolute;z-index:10"><p>Delete this file?</p>${yes('Yes')}</div>`,
      ],
      [
        'a popover',
        `<button popovertarget="p">Menu</button><div popover id="p">Delete your account for good? ${yes('Yes')}</div>
          <script>document.querySelector('#p').showPopover()</script>`,
      ],
      ['a box that says that it is modal', `<div aria-modal="true"><h2>Delete account?</h2>${yes('OK')}</div>`],
      [
        'a row of a list',
        `<ul><li>Invoice 5 <span>Delete this invoice? ${yes('Yes')}<button>No</button></span></li></ul>`,
      ],
      ['a page of its own', `<h1>Delete the project?</h1><p>All of it goes.</p><div>${yes('Continue')}</div>`],
      ['a link that is a button', `<dialog open><h2>Delete account?</h2><a id="t" href="#" ${PAYS}>Yes</a></dialog>`],
    ])('%s', async (_, body) => {
      expect(await press(body)).toMatchObject({ code: ASKED, posts: [] });
    });

    const FORM = '<form method="post" action="/gone">';
    it.each([
      [
        'a page with a form',
        `<h1>Delete your account?</h1><p>All goes.</p><div>${FORM}<button id="t">Yes</button></form></div>`,
      ],
      [
        'one that only states it',
        `<h1>Delete your account</h1><p>All goes.</p><div>${FORM}<button id="t">OK</button></form></div>`,
      ],
      ['one without a form', `<main><h1>Delete project</h1><p>All goes.</p><div>${yes('Continue')}</div></main>`],
      [
        'a dialog with its name elsewhere',
        `<h2 id="h">Delete account?</h2><div role="dialog" aria-labelledby="h">${yes('OK')}</div>`,
      ],
      [
        'a dialog of a component',
        `<x-d><b slot="a">Delete account?</b>${yes('OK')}</x-d><script>document.querySelector('x-d')
          .attachShadow({ mode: 'open' }).innerHTML = '<dialog open><slot name="a"></slot><slot></slot></dialog>'</script>`,
      ],
      [
        'one with a root that is closed',
        `<x-d><b slot="a">Delete account?</b>${yes('OK')}</x-d><script>document.querySelector('x-d')
          .attachShadow({ mode: 'closed' }).innerHTML = '<dialog open><slot name="a"></slot><slot></slot></dialog>'</script>`,
      ],
    ])('%s', async (_, body) => {
      expect(await press(body)).toMatchObject({ code: ASKED, posts: [] });
    });

    it.each(['Sure', 'Yep', 'Do it', "I'm sure", 'Forever', 'I understand the consequences', 'Got it', '✓', 'Klaro'])(
      'a yes in other words: %s',
      async (words) => {
        expect(await press(dialog(yes(words)))).toMatchObject({ code: ASKED, posts: [] });
      },
    );
  });

  describe('ordinary pages ask nobody', () => {
    it.each<readonly [string, string]>([
      ...[
        'Cancel',
        'No',
        'No, keep it',
        'Not now',
        'Dismiss',
        'Later',
        'Nein',
        'Non',
        'Нет',
        '×',
        'Learn more',
        'Help',
      ].map((words) => [`"${words}" in the same dialog`, dialog(yes(words))] as const),
      ['a question about cookies', `<div style="${OVER}">We use cookies. Is that all right? ${yes('OK')}</div>`],
      ['a hint over the page', `<div style="${OVER}"><p>Your file was deleted.</p>${yes('Got it')}</div>`],
      ['a dialog about something else', `<dialog open><h2>What is new?</h2>${yes('Take the tour')}</dialog>`],
      [
        'a page that speaks of much',
        `<h1>Manual</h1><p>Delete your account?</p><p>${'Everything about it is in the other chapters. '.repeat(20)}</p>
          <div>${yes('Continue')}</div>`,
      ],
      ['a page with a heading', `<h1>Choose a colour</h1><p>Or delete it.</p>${yes('OK')}`],
      [
        'a form below a heading',
        `<h1>Your profile</h1><form method="post" action="/gone"><button id="t">OK</button></form>`,
      ],
      ['a yes beside no question', `<p>Here you can choose a colour.</p>${yes('OK')}`],
    ])('%s', async (_, body) => {
      const { code, posts } = await press(body);
      expect(code).toBeUndefined();
      expect(posts).toEqual(['/gone']);
    });

    it('a text beside a button that changes all the time', async () => {
      await ground().show(`<p id="n">0</p><p>Shall we go on?</p><button id="t" ${PAYS}>Show more</button>
        <script>setInterval(() => { document.querySelector('#n').textContent += 'x' }, 5)</script>`);
      expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBeUndefined();
    });
  });
});
