import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let room: SnapshotSetup;
let other: SnapshotSetup['site'];
beforeAll(async () => {
  room = await openSnapshotSetup();
  other = room.site;
});
afterAll(() => room.close());

/** A host whose closed root holds this. */
const closed = (inner: string, light = ''): string =>
  `<div class="host">${light}</div><script>{
    const host = document.currentScript.previousElementSibling;
    host.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(inner).replaceAll('</', '<\\/')};
  }</script>`;

describe('what a person sees in a closed shadow root', () => {
  it.each([
    ['text alone', closed('Only these words'), ['Only these words']],
    ['a heading and a text', closed('<h2>Your bill</h2><p>It is due today</p>'), ['heading "Your bill"', 'due today']],
    [
      'controls',
      closed('<button>Pay it</button><a href="/x">Terms</a>'),
      ['button "Pay it" [ref=', 'link "Terms" [ref='],
    ],
    ['fields with their labels', closed('<label>Street <input value="Main"></label>'), ['textbox "Street"', '"Main"']],
    ['what is slotted', closed('<b>Before</b> <slot></slot>', 'light words'), ['Before', 'light words']],
    [
      'declared in HTML',
      '<section><template shadowrootmode="closed"><p>Declared words</p></template></section>',
      ['Declared words'],
    ],
    [
      'a custom element',
      '<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<p>Card words</p>" } })</script>',
      ['Card words'],
    ],
  ])('is in the view: %s', async (_, body, expected) => {
    await room.show(`<h1>Page</h1>${body}`);
    const text = await room.snapshot();
    for (const one of expected) expect(text).toContain(one);
  });

  it('is in the view where roots are in roots, also when they come later', async () => {
    await room.show('<h1>Page</h1><div id="host"></div>');
    expect(await room.snapshot()).not.toContain('inner words');
    await room.run(`{
      const one = host.attachShadow({ mode: 'closed' });
      one.innerHTML = '<p>outer words</p><div></div>';
      one.querySelector('div').attachShadow({ mode: 'closed' }).innerHTML = '<p>inner words</p><button>Inner</button>';
      globalThis.kept = one;
    }`);
    const text = await room.snapshot();
    for (const one of ['outer words', 'inner words', 'button "Inner" [ref=']) expect(text).toContain(one);
    await room.run("kept.querySelector('p').textContent = 'other words'");
    expect(await room.snapshot()).toContain('other words');
  });

  it.each(['127.0.0.1', 'localhost'])('is in the view inside a frame of %s', async (host) => {
    const inside = room.put(closed('<p>Words in a frame</p><button>Framed</button>'));
    await room.show(`<h1>Page</h1><iframe width="600" src="http://${host}:${other.port}${inside}"></iframe>`);
    await expect.poll(() => room.snapshot(), { timeout: 15_000 }).toContain('Words in a frame');
    expect(await room.snapshot()).toContain('button "Framed" [ref=');
  });

  it('a frame that stands in one is read', async () => {
    const inside = room.put('<p>Words of a framed page</p>');
    await room.show(`<h1>Page</h1>${closed(`<iframe width="600" src="${inside}"></iframe>`)}`);
    await expect.poll(() => room.snapshot(), { timeout: 15_000 }).toContain('Words of a framed page');
  });
});

describe('what a person does not see there', () => {
  it.each([
    ['hidden by style', closed('<p>seen</p><p style="display:none">SECRET WORDS</p>')],
    ['white on white', closed('<p>seen</p><p style="color:#fff">SECRET WORDS</p>')],
    ['not slotted', closed('<p>seen</p>', '<p>SECRET WORDS</p>')],
    ['off the page', closed('<p>seen</p><p style="position:absolute;left:-9999px">SECRET WORDS</p>')],
    ['in a hidden host', `<p>seen</p><div hidden>${closed('<p>SECRET WORDS</p>')}</div>`],
    ['what a password field holds', closed('<p>seen</p><input type="password" value="SECRET WORDS">')],
  ])('is not content: %s', async (_, body) => {
    await room.show(body);
    const text = await room.snapshot();
    expect(text).toContain('seen');
    expect(text).not.toContain('SECRET WORDS');
  });
});

it('a page that changes all the time is still read', async () => {
  await room.show(
    `<p>Steady words</p><ul id="list"></ul><script>
      setInterval(() => { list.append(document.createElement('li')); if (list.childElementCount > 40) list.replaceChildren() }, 1);
    </script>`,
  );
  for (let i = 0; i < 5; i += 1) expect(await room.snapshot()).toContain('Steady words');
});
