import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import type { Elicit } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, pending } from '../fixtures/person.js';

const ACCEPT = { action: 'accept' as const, content: { answer: true } };

const CLIENTS = [
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
] as const;

describe.each(CLIENTS)('over %s a client of %s that can show forms', (transport, revision) => {
  let app: ApprovalApp;
  let elicit: Elicit = () => ACCEPT;
  const shown: string[] = [];
  beforeAll(async () => {
    app = await startApprovalApp({
      transport,
      revision,
      elicit: (message) => {
        shown.push(message);
        return elicit(message);
      },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    app.site.seen.length = 0;
    shown.length = 0;
    elicit = () => ACCEPT;
  });
  const click = (name: string) => app.gatewright.call('browser_click', { role: 'button', name });

  it('is shown what would happen, and its yes lets the click through', async () => {
    expect((await click('Note')).isError).toBe(false);
    expect(app.posts()).toEqual(['/note']);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('element (button) (text of the page): "Note"');
    expect(shown[0]).toContain(`form, sent by post to (text of the page): "${app.site.url('/note')}"`);
    expect(JSON.stringify(app.noted('approval.answered').at(-1))).toContain('"channel":"elicitation"');
  });

  it('its no is a no', async () => {
    elicit = () => ({ action: 'accept', content: { answer: false } });
    expect((await click('Note')).code).toBe('approval.denied');
    expect(app.posts()).toEqual([]);
  });

  it.each(['decline', 'cancel'] as const)('a %s at once says nothing: the terminal still answers', async (action) => {
    elicit = () => ({ action });
    const clicked = click('Note');
    await answerFirst(app.gatewright);
    expect((await clicked).isError).toBe(false);
    expect(app.posts()).toEqual(['/note']);
    expect(shown).toHaveLength(1);
  });

  it('that answers nonsense answers nothing', async () => {
    elicit = () => ({ action: 'accept', content: { answer: 'yes', approve: true } });
    const clicked = click('Note');
    await denyFirst(app.gatewright);
    expect((await clicked).code).toBe('approval.denied');
    expect(app.posts()).toEqual([]);
  });

  it.each(['Send message', 'Delete account'])('is not even asked about "%s"', async (name) => {
    const clicked = click(name);
    await denyFirst(app.gatewright);
    expect((await clicked).code).toBe('approval.denied');
    expect(shown).toEqual([]);
    expect(app.posts()).toEqual([]);
  });

  it('answers await_human, and never with a secret', async () => {
    elicit = () => ({ action: 'accept', content: { answer: 'blue' } });
    const said = await app.gatewright.call('await_human', { kind: 'input', prompt: 'Which colour?' });
    expect(said.text).toContain('blue');
    expect(shown[0]).toContain('Which colour?');
    const secret = app.gatewright.call('await_human', { kind: 'input', prompt: 'PIN?', secret: 'PIN' });
    await answerFirst(app.gatewright, 'kept-by-a-person');
    expect((await secret).text).not.toContain('kept-by-a-person');
    expect(shown).toHaveLength(1);
  });
});

describe('a client that the operator trusts', () => {
  it('answers what is of high risk, and nothing critical', async () => {
    const shown: string[] = [];
    const app = await startApprovalApp({
      approval: '{ maxSeconds: 5, trustClient: true }',
      elicit: (message) => {
        shown.push(message);
        return ACCEPT;
      },
    });
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      expect(app.gatewright.stderr()).toContain('approval.trustClient');
      expect((await app.gatewright.call('browser_click', { name: 'Delete account' })).code).toBe('approval.expired');
      expect(shown).toEqual([]);
      expect((await app.gatewright.call('browser_click', { name: 'Send message' })).isError).toBe(false);
      expect(app.posts()).toEqual(['/send']);
    } finally {
      await app.close();
    }
  });
});

describe('a client that waits', () => {
  it.each(CLIENTS)('over %s, of %s: hears that a person is asked, and where', async (transport, revision) => {
    const app = await startApprovalApp({ transport, revision });
    try {
      const { client } = app.gatewright;
      const asked: string[] = [];
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      const clicked = client.callTool(
        { name: 'browser_click', arguments: { role: 'button', name: 'Send message' } },
        { timeout: 50_000, onprogress: ({ message = '' }) => void asked.push(message) },
      );
      // Before anybody answers: what is told with the answer in one breath is too late for a client.
      await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThan(0);
      await denyFirst(app.gatewright);
      expect((await clicked).isError).toBe(true);
      expect(asked[0]).toContain('waiting for a person');
      expect(asked[0]).toContain('gatewright.js approvals');
      if (transport === 'http') expect(asked[0]).toContain(new URL(app.gatewright.url).origin);
    } finally {
      await app.close();
    }
  });
});

describe('a client that cannot show forms', () => {
  it.each(CLIENTS)('over %s, of %s: only the other channels are there', async (transport, revision) => {
    const approval = '{ timeoutSeconds: 8, channels: [elicitation] }';
    const app = await startApprovalApp({ transport, revision, approval });
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      expect((await app.gatewright.call('browser_click', { name: 'Note' })).code).toBe('approval.nobody');
      expect(pending(app.gatewright)).toEqual([]);
      expect(app.posts()).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
