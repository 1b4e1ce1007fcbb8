import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { answerFirst, denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html } from '../fixtures/site.js';

const SENDS = `onclick="fetch('/send', { method: 'POST' })"`;
/** A shop without a form, on a page whose address does not say that one pays there. */
const PAID_BY_SCRIPT = html(`<main><p>Total: <b>€ 10.00</b></p><button ${SENDS}>Pay now</button></main>
  <script>fetch('/when').then(() => { document.querySelector('b').textContent = '€ 9,999.00'; });</script>`);
const TICKING_TOTAL = `<p>Visitors: <b>1</b></p><p>Total: <i>€ 10.00</i></p>
  <script>setInterval(() => { document.querySelector('b').textContent = Date.now(); }, 50);</script>`;

promised('approvals-bound', () => {
  let app: ApprovalApp;
  beforeAll(async () => {
    app = await startApprovalApp({
      approval: '{ timeoutSeconds: 20 }',
      pages: { '/cart': PAID_BY_SCRIPT, '/ticking': html(`${TICKING_TOTAL}<button ${SENDS}>Pay now</button>`) },
    });
  });
  afterAll(() => app.close());
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each(['amount', 'button', 'form', 'node', 'page'])(
    'a page that swaps the %s between question and click gets nothing, and is asked about anew',
    async (swap) => {
      await app.gatewright.call('browser_navigate', { url: app.site.url(`/?swap=${swap}`) });
      app.site.seen.length = 0;
      const click = () => app.gatewright.call('browser_click', { selector: 'form:nth-of-type(2) button' });
      const clicked = click();
      await firstQuestion(app.gatewright);
      await app.swapNow();
      await answerFirst(app.gatewright);
      const reply = await clicked;
      expect(reply.code).toBe('policy.changed');
      expect(app.posts()).toEqual([]);
      const closed = app.gatewright.record().findLast((line) => line['code'] === 'policy.changed');
      expect(closed).toMatchObject({ outcome: 'denied', approver: expect.stringMatching(/^terminal/u) as string });
      if (swap === 'page') return;
      const again = click();
      await denyFirst(app.gatewright);
      expect((await again).code).toBe('approval.denied');
      expect(app.posts()).toEqual([]);
    },
  );

  it('a total that a button pays without a form is a part of what is approved', async () => {
    await app.gatewright.call('browser_navigate', { url: app.site.url('/cart') });
    app.site.seen.length = 0;
    const clicked = app.gatewright.call('browser_click', { name: 'Pay now' });
    await firstQuestion(app.gatewright);
    expect(app.gatewright.command(['approvals']).stdout).toContain('10.00');
    await app.swapNow();
    await answerFirst(app.gatewright);
    expect((await clicked).code).toBe('policy.changed');
    expect(app.posts()).toEqual([]);
  });

  it('what counts beside it is not', async () => {
    await app.gatewright.call('browser_navigate', { url: app.site.url('/ticking') });
    app.site.seen.length = 0;
    const clicked = app.gatewright.call('browser_click', { name: 'Pay now' });
    await answerFirst(app.gatewright);
    expect((await clicked).code).toBeUndefined();
    expect(app.posts()).toEqual(['/send']);
  });

  it('the person is shown what is really there, with what would be sent', async () => {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const clicked = app.gatewright.call('browser_click', { role: 'button', name: 'Send message' });
    await firstQuestion(app.gatewright);
    const { stdout } = app.gatewright.command(['approvals']);
    await denyFirst(app.gatewright);
    await clicked;
    expect(stdout).toContain('risk: high');
    expect(stdout).toContain('element (button) (text of the page): "Send message"');
    expect(stdout).toContain(`"${app.site.url('/send')}"`);
    expect(stdout).toMatch(/field "amount" \(text of the page\): "5"/u);
  });

  it(
    'a flood of questions ends in a refusal, and a person can still see and refuse them',
    { timeout: 90_000 },
    async () => {
      const opened = await app.gatewright.call('browser_navigate', { url: app.site.url() });
      expect(opened.isError).toBe(false);
      app.site.seen.length = 0;
      const modifiers = ['Alt', 'Control', 'Shift'];
      const flood = Array.from({ length: 8 }, (_, i) =>
        app.gatewright.call('browser_click', {
          name: 'Send message',
          role: 'button',
          modifiers: modifiers.filter((__, bit) => ((i >> bit) & 1) === 1),
        }),
      );
      await firstQuestion(app.gatewright);
      await wait(1500);
      expect(pending(app.gatewright).length).toBeLessThanOrEqual(5);
      for (const { id } of pending(app.gatewright)) app.gatewright.command(['approvals', 'deny', id]);
      const codes = (await Promise.all(flood)).map(({ code }) => code);
      expect(codes).toContain('approval.too-many');
      expect(codes.every((code) => code === 'approval.too-many' || code === 'approval.denied')).toBe(true);
      expect(app.posts()).toEqual([]);
      expect(app.gatewright.record().some((line) => line['code'] === 'approval.too-many')).toBe(true);
    },
  );
});
