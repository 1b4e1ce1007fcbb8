import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApprovalHouse } from '../fixtures/approval-app.js';
import type { ApprovalHouse } from '../fixtures/approval-app.js';
import { answerFirst, denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';

promised('approvals-bound', () => {
  let house: ApprovalHouse;
  beforeAll(async () => {
    house = await startApprovalHouse({ approval: '{ timeoutSeconds: 20 }' });
  });
  afterAll(() => house.close());
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each(['amount', 'button', 'form', 'node', 'page'])(
    'a page that swaps the %s between question and click gets nothing, and is asked about anew',
    async (swap) => {
      await house.gatewright.call('browser_navigate', { url: house.site.url(`/?swap=${swap}`) });
      house.site.seen.length = 0;
      const click = () => house.gatewright.call('browser_click', { selector: 'form:nth-of-type(2) button' });
      const clicked = click();
      await firstQuestion(house.gatewright);
      await house.swapNow();
      await answerFirst(house.gatewright);
      const reply = await clicked;
      expect(reply.code).toBe('policy.changed');
      expect(house.posts()).toEqual([]);
      const closed = house.gatewright.record().findLast((line) => line['code'] === 'policy.changed');
      expect(closed).toMatchObject({ outcome: 'denied', approver: expect.stringMatching(/^terminal/u) as string });
      if (swap === 'page') return;
      const again = click();
      await denyFirst(house.gatewright);
      expect((await again).code).toBe('approval.denied');
      expect(house.posts()).toEqual([]);
    },
  );

  it('the person is shown what is really there, with what would be sent', async () => {
    await house.gatewright.call('browser_navigate', { url: house.site.url() });
    const clicked = house.gatewright.call('browser_click', { role: 'button', name: 'Send message' });
    await firstQuestion(house.gatewright);
    const { stdout } = house.gatewright.command(['approvals']);
    await denyFirst(house.gatewright);
    await clicked;
    expect(stdout).toContain('risk: high');
    expect(stdout).toContain('element (button) (text of the page): "Send message"');
    expect(stdout).toContain(`"${house.site.url('/send')}"`);
    expect(stdout).toMatch(/field "amount" \(text of the page\): "5"/u);
  });

  it(
    'a flood of questions ends in a refusal, and a person can still see and refuse them',
    { timeout: 90_000 },
    async () => {
      const opened = await house.gatewright.call('browser_navigate', { url: house.site.url() });
      expect(opened.isError).toBe(false);
      house.site.seen.length = 0;
      const modifiers = ['Alt', 'Control', 'Shift'];
      const flood = Array.from({ length: 8 }, (_, i) =>
        house.gatewright.call('browser_click', {
          name: 'Send message',
          role: 'button',
          modifiers: modifiers.filter((__, bit) => ((i >> bit) & 1) === 1),
        }),
      );
      await firstQuestion(house.gatewright);
      await wait(1500);
      expect(pending(house.gatewright).length).toBeLessThanOrEqual(5);
      for (const { id } of pending(house.gatewright)) house.gatewright.command(['approvals', 'deny', id]);
      const codes = (await Promise.all(flood)).map(({ code }) => code);
      expect(codes).toContain('approval.too-many');
      expect(codes.every((code) => code === 'approval.too-many' || code === 'approval.denied')).toBe(true);
      expect(house.posts()).toEqual([]);
      expect(house.gatewright.record().some((line) => line['code'] === 'approval.too-many')).toBe(true);
    },
  );
});
