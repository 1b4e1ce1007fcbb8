import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PASSWORD = 'Zk7e pQ9vLm2x RtYw';
const PIECES = PASSWORD.split(' ');
/** With a mark in each, of which every letter is left out where texts are compared. */
const HALVES = ['zk9Q-vau', 'lt7Xw2_Lm'];
const LINKS = (names: readonly string[]): string =>
  html(`<p>${names.map((name, i) => `<a href="/${String(i)}">${name}</a>`).join(' ')}</p>`);
const ORDINARY = html(`<p id="words">ordinary words here</p><textarea id="into"></textarea>
  <select id="list"><option>Apple</option><option>Banana</option></select>
  <div id="card" draggable="true" tabindex="0">Card</div><div id="lane" tabindex="0"
    ondragover="event.preventDefault()" ondrop="this.textContent='dropped'">Lane</div>
  <a id="link" href="/other">Link</a>`);

/** What a site shows of a secret is masked as a whole: no input of the agent's takes it apart. */
promised('no-oracle', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  let pasted = 0;
  beforeAll(async () => {
    site = await startSite({
      '/shown': html(`<p>Your password: ${PASSWORD} is safe</p>`),
      '/parts': html(`<p>${PIECES.map((piece) => `<b role="button">${piece}</b>`).join(' ')}</p>`),
      '/list': html(`<select id="list"><option>Apple</option><option>${PASSWORD}</option></select>`),
      '/fields': html(`<p id="words">${PASSWORD}</p><p id="rich" contenteditable="true">${PASSWORD}</p>
        <textarea id="into"></textarea>`),
      '/ordinary': ORDINARY,
      '/links': LINKS(Array.from(HALVES.join(''))),
      '/halves': LINKS(HALVES),
      '/plain-links': LINKS(['Delivery', 'Returns', 'A', 'B']),
      '/other': html('<p>other</p>'),
    });
    other = await startSite({
      '/': html(`<textarea id="into" onpaste="fetch('/pasted')"></textarea>`),
      '/pasted': (_, response) => {
        pasted += 1;
        response.end();
      },
    });
    const variable = `GATEWRIGHT_IDENTITY_${site.host.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '_')}`;
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', other.host],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'secrets'], vault: { backend: 'env' } },
      env: {
        [variable]: JSON.stringify({
          domain: site.host,
          origins: [site.origin],
          username: 'ada',
          password: PASSWORD,
        }),
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await other.close();
  });
  const open = async (path: string): Promise<string> =>
    (await gatewright.call('browser_navigate', { url: site.url(path) })).text;
  const text = async (tool: string, args: Record<string, unknown>): Promise<string> =>
    (await gatewright.call(tool, args)).text;
  const expectNoPiece = (answer: string): void => {
    for (const piece of PIECES) expect(answer).not.toContain(piece);
  };

  it('what the agent registers tells nothing about what stands beside it', async () => {
    await open('/shown');
    const answers: string[] = [];
    for (const [i, guess] of ['Your password: Z', 'Your password: Q', 'tYw is safe', 'qYw is safe'].entries()) {
      const name = `GUESS_${String(i)}`;
      await gatewright.call('register_secret', { name, value: guess, scope: [site.origin] });
      answers.push((await text('browser_text_search', { text: 'is safe' })).replaceAll(/<<(page|end) \w+/gu, ''));
    }
    expect(answers[0]).toMatch(/Your password: <PASSWORD_\w+> is safe/u);
    expect(new Set(answers).size).toBe(1);
  });

  it('an element that holds a part of one does not show it', async () => {
    const whole = await open('/parts');
    expectNoPiece(whole);
    for (const ref of whole.match(/e\d+(?=\])/gu) ?? []) {
      for (const tool of ['browser_inspect', 'browser_snapshot', 'browser_read', 'browser_hover', 'browser_click'])
        expectNoPiece(await text(tool, { ref }));
      expectNoPiece(await text('browser_screenshot', { ref, describe: true }));
    }
  });

  describe('over links that stand beside each other', () => {
    const TOOLS: readonly (readonly [string, Record<string, unknown>])[] = [
      ['browser_inspect', { selector: 'a' }],
      ['browser_snapshot', {}],
      ['browser_read', {}],
      ['browser_read', { format: 'tree' }],
      ['browser_click', { selector: 'a' }],
      ['browser_click', { role: 'link' }],
    ];
    beforeAll(async () => {
      await open('/plain-links');
      const args = { name: 'HALVES', value: HALVES.join(''), scope: [site.origin] };
      expect((await gatewright.call('register_secret', args)).isError).toBe(false);
    });

    it.each(['/links', '/halves'])('it is shown by no tool: %s', async (path) => {
      await gatewright.call('browser_navigate', { url: site.url(path), snapshot: 'none' });
      for (const [tool, args] of TOOLS) {
        const answer = await text(tool, args);
        for (const half of HALVES) expect(answer).not.toContain(half);
        expect(answer).not.toMatch(/"z"[^"]*"k"|\[z\][^[]*\[k\]|"z"[^z]{0,40}"k"/u);
      }
    });

    it('each half by itself is not shown either, once it is known', async () => {
      const whole = await open('/halves');
      const refs = whole.match(/e\d+(?=\])/gu) ?? [];
      expect(refs).not.toEqual([]);
      for (const ref of refs)
        for (const half of HALVES) expect(await text('browser_inspect', { ref })).not.toContain(half);
    });

    it('ordinary links are left alone', async () => {
      const answers = [await open('/plain-links'), await text('browser_inspect', { selector: 'a' })];
      for (const answer of [...answers, await text('browser_read', {})])
        for (const name of ['Delivery', 'Returns', 'A', 'B'])
          expect(answer).toMatch(new RegExp(`["[]${name}["\\]]`, 'u'));
    });
  });

  it('letters do not find an option that is one', async () => {
    await open('/list');
    for (const key of ['z', 'q']) {
      const { code } = await gatewright.call('browser_press', { selector: '#list', key });
      expect(code).toBe('policy.password-field');
    }
    expect((await gatewright.call('browser_press', { selector: '#list', key: 'ArrowDown' })).isError).toBe(false);
  });

  it('the middle button pastes nothing, neither here nor in another session', async () => {
    await open('/fields');
    await gatewright.call('browser_click', { selector: '#words', double: true });
    expectNoPiece(await text('browser_click', { selector: '#into', button: 'middle' }));
    expectNoPiece(await text('browser_snapshot', {}));
    await gatewright.call('browser_navigate', { session: 'two', url: other.url() });
    await gatewright.call('browser_click', { session: 'two', selector: '#into', button: 'middle' });
    expect(await text('browser_inspect', { session: 'two', selector: '#into' })).toContain('value: ""');
    expect(pasted).toBe(0);
  });

  it('a selection is not dragged away', async () => {
    await open('/fields');
    await gatewright.call('browser_click', { selector: '#rich', double: true });
    await gatewright.call('browser_drag', { from: 'e1', to: 'e2' });
    const after = await text('browser_snapshot', {});
    expectNoPiece(after);
    expect(after).toContain('<PASSWORD_');
  });

  it('leaves lists, cards and middle clicks on links as they are', async () => {
    const page = await open('/ordinary');
    const ref = (name: string): string => new RegExp(`"?${name}"?[^\\n]*\\[ref=(e\\d+)\\]`, 'u').exec(page)?.[1] ?? '';
    expect(await text('browser_press', { selector: '#list', key: 'b' })).toContain('Banana');
    await gatewright.call('browser_drag', { from: ref('Card'), to: ref('Lane') });
    expect(await text('browser_snapshot', {})).toContain('dropped');
    const opened = await text('browser_click', { selector: '#link', button: 'middle' });
    expect(opened).toMatch(/opened by a page|new tab|tab/u);
  });
});
