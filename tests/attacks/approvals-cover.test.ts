import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { promised } from '../fixtures/promised.js';
import { html } from '../fixtures/site.js';
import { SWAPS, swapPage } from '../fixtures/swapped-forms.js';

const LONG_FORM = html(`<form method="post" action="/send?to=bob&amp;csrf_token=tok-in-query">
  <input type="hidden" name="csrf_token" value="tok-in-field"><input name="text" value="${'x'.repeat(1_400)}">
  <select name="to"><option value="account-77">Bob</option></select>
  ${Array.from({ length: 90 }, (_, i) => `<input type="hidden" name="f${String(i)}" value="v${String(i)}">`).join('')}
  <button name="do" value="now">Send message</button></form>`);

/** What frameworks put into their forms, and a clock beside the form that ticks. */
const ORDINARY = html(`<p id="clock">0</p><form method="post" action="/send?ref=mail">
  <input type="hidden" name="authenticity_token" value="Zm9v"><input type="hidden" name="ts" value="1763300000">
  <input name="to" value="bob"><textarea name="text">${'Dear Bob, '.repeat(200)}</textarea>
  <select name="prio"><option value="1">Normal</option><option value="2">High</option></select>
  <input type="checkbox" name="copy" value="1" checked><button name="do" value="send">Send message</button></form>
  <script>setInterval(() => { document.querySelector('#clock').textContent = Date.now(); }, 50);</script>`);

const TICKING = html(`<form method="post" action="/send"><input type="hidden" name="csrf_token" value="0">
  <button>Send message</button></form><script>
  fetch('/when').then(() => { document.querySelector('[name=csrf_token]').value = 'fresh'; return fetch('/swapped'); });
  </script>`);

/** More questions than these one server does not ask in so short a time. */
const MANY = 25;

promised('approvals-bound', () => {
  let app: ApprovalApp;
  const waiting: ServerResponse[] = [];
  /** What happens between the question and the yes. */
  let meanwhile = (): Promise<void> => Promise.resolve();
  let question = '';

  const begin = async (): Promise<void> => {
    app = await startApprovalApp({
      approval: '{ timeoutSeconds: 25, trustClient: true }',
      elicit: async (message) => {
        question = message;
        await meanwhile();
        return { action: 'accept', content: { answer: true } };
      },
      pages: {
        '/case': (request, response) => {
          const found = SWAPS[Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'))];
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
          response.end(found === undefined ? '' : swapPage(found));
        },
        '/when': (_, response) => void waiting.push(response),
        '/swapped': 'ok',
        '/long': LONG_FORM,
        '/ordinary': ORDINARY,
        '/ticking': TICKING,
        '/x': 'done',
      },
    });
  };
  beforeAll(begin);
  afterAll(() => app.close());

  const open = async (path: string): Promise<void> => {
    waiting.length = 0;
    meanwhile = () => Promise.resolve();
    const opened = await app.gatewright.call('browser_navigate', { url: app.site.url(path) });
    expect(opened.code).toBeUndefined();
    app.site.seen.length = 0;
  };
  const press = () => app.gatewright.call('browser_click', { selector: 'button, [type=image], a' });
  const sent = () => app.site.seen.filter(({ path }) => /^\/(?:send|x|delete)/u.test(path));
  const swap = async (): Promise<void> => {
    for (const response of waiting.splice(0)) response.end('now');
    await expect.poll(() => app.site.seen.some(({ path }) => path === '/swapped'), { timeout: 10_000 }).toBe(true);
  };

  const numbered = SWAPS.map(({ what }, n) => [what, n] as const);
  const holds = async (_: string, n: number): Promise<void> => {
    await open(`/case?n=${String(n)}`);
    meanwhile = swap;
    expect((await press()).code).toBe('policy.changed');
    expect(app.site.seen.some(({ path }) => path === '/swapped')).toBe(true);
    expect(sent()).toEqual([]);
  };
  it.each(numbered.slice(0, MANY))('swapped after the question: %s', holds);

  describe('asked by a server that did not ask much before', () => {
    beforeAll(async () => {
      await app.close();
      await begin();
    });

    it.each(numbered.slice(MANY))('swapped after the question: %s', holds);

    it('an ordinary form with tokens and a clock beside it is sent as it was approved', async () => {
      await open('/ordinary');
      expect((await press()).code).toBeUndefined();
      expect(sent()).toMatchObject([{ method: 'POST', path: '/send?ref=mail' }]);
      expect(sent()[0]?.body).toContain('authenticity_token=Zm9v');
      expect(sent()[0]?.body).toContain('do=send');
    });

    it('a page that changes a field by itself is named with it, and is asked about anew', async () => {
      await open('/ticking');
      meanwhile = swap;
      const reply = await press();
      expect(reply.code).toBe('policy.changed');
      expect(reply.text).toContain('field "csrf_token"');
      expect(reply.text).not.toContain('fresh');
      meanwhile = () => Promise.resolve();
      expect((await press()).code).toBeUndefined();
      expect(sent()).toMatchObject([{ body: 'csrf_token=fresh' }]);
    });

    it('the person is told what is too long to show, and no token', async () => {
      await open('/long');
      expect((await press()).code).toBeUndefined();
      expect(question).toContain('/send?to=bob');
      expect(question).toContain('and 64 more fields');
      expect(question).toContain('… and 1,200 more characters');
      expect(question).toMatch(/field "to" \(text of the page\): "Bob \(account-77\)"/u);
      expect(question).toMatch(/field "do" \(text of the page\): "now"/u);
      expect(question).not.toContain('tok-in-');
      expect(question).toContain("what the page's scripts send besides is not covered");
    });
  });
});
