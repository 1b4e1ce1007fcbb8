import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { denyFirst, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';

interface Result {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly content?: { text: string }[];
}

const ACCEPT = { question: { action: 'accept', content: { answer: true } } };

promised('approvals-bound', () => {
  let app: ApprovalApp;
  let tokens: Readonly<Record<'own' | 'other', string>>;
  beforeAll(async () => {
    app = await startApprovalApp({
      transport: 'http',
      revision: '2026-07-28',
      approval: '{ timeoutSeconds: 6, maxSeconds: 20 }',
    });
    const { stdout } = app.gatewright.command(['token', 'add', 'eve', '--json']);
    const { path } = JSON.parse(stdout) as { path: string };
    const [own, other] = [join(app.gatewright.workspace, 'token'), path].map((file) =>
      readFileSync(file, 'utf8').trim(),
    );
    tokens = { own: own ?? '', other: other ?? '' };
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const { id } of pending(app.gatewright)) app.gatewright.command(['approvals', 'deny', id]);
    await send('own', 'browser_navigate', { url: app.site.url() });
    app.site.seen.length = 0;
  });

  /** A client that sends what it likes. */
  async function send(who: 'own' | 'other', name: string, args: object, more: object = {}): Promise<Result> {
    const response = await fetch(app.gatewright.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name,
          arguments: args,
          ...more,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          },
        },
      }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? text : (/^data: (.*)$/mu.exec(text)?.[1] ?? '{}');
    return (JSON.parse(json) as { result?: Result }).result ?? {};
  }
  const click = (more: object = {}, name = 'Note', who: 'own' | 'other' = 'own') =>
    send(who, 'browser_click', { role: 'button', name }, more);
  const codeOf = ({ content }: Result) => /^[a-z]+\.[a-z-]+/u.exec(content?.[0]?.text ?? '')?.[0];

  it('the answer comes with the next call, once: a replay is asked about anew', async () => {
    const asked = await click();
    expect(asked.resultType).toBe('input_required');
    const retry = { requestState: asked.requestState, inputResponses: ACCEPT };
    expect((await click(retry)).isError).toBe(false);
    expect(app.posts()).toEqual(['/note']);
    await send('own', 'browser_navigate', { url: app.site.url() });
    const replayed = await click(retry);
    expect(codeOf(replayed)).toBe('policy.changed');
    expect(app.posts()).toEqual(['/note']);
    expect(app.noted('approval.void').length).toBeGreaterThan(0);
  });

  it('a replay on the very same page is no answer either', async () => {
    const kind = { kind: 'confirm', prompt: 'Really?' };
    const asked = await send('own', 'await_human', kind);
    const retry = { requestState: asked.requestState, inputResponses: ACCEPT };
    expect((await send('own', 'await_human', kind, retry)).isError).toBe(false);
    const replayed = await send('own', 'await_human', kind, retry);
    expect(replayed.resultType).toBe('input_required');
    expect(app.noted('approval.replayed').length).toBeGreaterThan(0);
  });

  it.each<[string, (state: string) => string]>([
    ['made up', () => Buffer.from('{"question":"x","digest":"y","expiresAt":9e15}').toString('base64url') + '.00'],
    ['empty', () => ''],
    ['changed by a character', (state) => state.replace(/.$/u, (c) => (c === '0' ? '1' : '0'))],
    [
      'given a longer life',
      (state) => {
        const [payload = '', mac = ''] = state.split('.');
        const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        return `${Buffer.from(JSON.stringify({ ...content, expiresAt: 9e15 })).toString('base64url')}.${mac}`;
      },
    ],
  ])('a state that is %s is refused and on the record', async (_, forge) => {
    const before = app.noted('approval.forged').length;
    const { requestState = '' } = await click();
    const forged = await click({ requestState: forge(requestState), inputResponses: ACCEPT });
    expect(codeOf(forged)).toBe('call.bad-arguments');
    expect(app.noted('approval.forged').length).toBe(before + 1);
    expect(app.posts()).toEqual([]);
  });

  it('a state that is used for another click says nothing', async () => {
    const { requestState } = await click();
    await denyFirst(app.gatewright);
    const other = await click({ requestState, inputResponses: ACCEPT }, 'Send message');
    // Of high risk the client is not asked, so nobody looks at what it brings: a person has to answer.
    expect(codeOf(other)).toBe('approval.pending');
    await denyFirst(app.gatewright);
    expect(app.posts()).toEqual([]);
  });

  it('an answer with somebody else’s token is refused', async () => {
    await send('other', 'browser_navigate', { url: app.site.url() });
    app.site.seen.length = 0;
    const { requestState } = await click();
    const stolen = await click({ requestState, inputResponses: ACCEPT }, 'Note', 'other');
    expect(codeOf(stolen)).toBe('call.bad-arguments');
    expect(app.posts()).toEqual([]);
  });

  it('answers without a state, and answers to what nobody asked, count for nothing', async () => {
    expect((await click({ inputResponses: ACCEPT })).resultType).toBe('input_required');
    const critical = click({ inputResponses: ACCEPT }, 'Delete account');
    expect(codeOf(await critical)).toBe('approval.pending');
    await denyFirst(app.gatewright);
    expect(app.posts()).toEqual([]);
  });

  it('a page cannot reach what answers', { timeout: 90_000 }, async () => {
    const base = new URL(app.gatewright.url).origin;
    for (const path of ['/answer/x', '/mcp', '/'])
      expect(codeOf(await send('own', 'browser_navigate', { url: base + path }))).toBe('policy.private-address');
    await send('own', 'browser_navigate', { url: app.site.url(`/?reach=${encodeURIComponent(base)}`) });
    const refused = () =>
      app.gatewright.record().filter((line) => JSON.stringify(line).includes(base) && line['kind'] !== 'call');
    await expect.poll(() => refused().length, { timeout: 10_000 }).toBeGreaterThan(0);
    const clicked = click({}, 'Send message');
    await denyFirst(app.gatewright);
    expect(codeOf(await clicked)).toBe('approval.denied');
    expect(pending(app.gatewright)).toEqual([]);
    expect(app.posts()).toEqual([]);
  });
});
