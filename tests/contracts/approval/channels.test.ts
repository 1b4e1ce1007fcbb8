import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerReply } from '../../../src/approval/answer-reply.js';
import { Broker } from '../../../src/approval/index.js';
import type { BrokerDeps } from '../../../src/approval/index.js';
import { controlChannel } from '../../../src/approval/channels/control-channel.js';
import { webhookChannel } from '../../../src/approval/channels/webhook.js';
import { signNotice } from '../../../src/approval/post-notice.js';
import { ReplyLinks } from '../../../src/approval/reply-links.js';
import type { AnswerResult, AskingClient, ClientReply, PendingQuestion, Question } from '../../../src/core/index.js';
import { limits, never, onlyId, question } from './broker-fixture.js';

type Said = { readonly yes: boolean; readonly value?: string };

/** A person behind one channel. */
interface Stage {
  readonly deps: Partial<BrokerDeps>;
  /** What a question must carry for this channel. */
  readonly client?: AskingClient;
  /** Answers the question as its person would; resolves when the channel has handed it in. */
  say(broker: Broker, said: Said): Promise<AnswerResult | 'sent'>;
  /** From now on the channel reaches nobody. */
  breaks(): void;
}

const secret = 's'.repeat(40);

async function listen(handler: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const STAGES: Readonly<Record<string, () => Promise<Stage>>> = {
  cli: () => {
    let isOpen = true;
    return Promise.resolve({
      deps: { channels: [controlChannel('cli', () => isOpen)] },
      say: (broker, said) => broker.answer(onlyId(broker), { ...said, by: 'ann', channel: 'cli' }),
      breaks: () => (isOpen = false),
    });
  },
  console: () => {
    let isOpen = true;
    return Promise.resolve({
      deps: { channels: [controlChannel('console', () => isOpen)] },
      say: (broker, said) => broker.answer(onlyId(broker), { ...said, by: 'ann', channel: 'console' }),
      breaks: () => (isOpen = false),
    });
  },
  elicitation: () => {
    const waiting: ((reply: ClientReply) => void)[] = [];
    let works = true;
    const client: AskingClient = {
      shows: true,
      opens: false,
      open: () => Promise.reject(new Error('cannot')),
      ask: (_, __, settled) =>
        new Promise((resolve, reject) => {
          if (!works) reject(new Error('gone'));
          waiting.push(resolve);
          settled.addEventListener('abort', () => {
            reject(new Error('settled'));
          });
        }),
    };
    return Promise.resolve({
      deps: { channels: [] },
      client,
      say: async (_, { yes, value }) => {
        await vi.waitFor(() => {
          expect(waiting).toHaveLength(1);
        });
        waiting.pop()?.({ action: 'accept', content: { answer: value ?? yes } });
        return 'sent';
      },
      breaks: () => (works = false),
    });
  },
  webhook: async () => {
    const links = new ReplyLinks();
    links.listenAt('http://127.0.0.1:1');
    const notices: string[] = [];
    let status = 204;
    const url = await listen((_, response, body) => {
      notices.push(body);
      response.writeHead(status).end();
    });
    return {
      deps: { channels: [webhookChannel({ url, secret }, links, 'one')] },
      say: async (_, { yes, value }) => {
        await vi.waitFor(() => {
          expect(notices).toHaveLength(1);
        });
        const { reply } = JSON.parse(notices[0] ?? '') as { reply: string };
        const body = new URLSearchParams({ answer: yes ? 'yes' : 'no', ...(value !== undefined && { value }) });
        const request = new Request(reply, { method: 'POST', body });
        const { ok } = await answerReply(links, request, reply.split('/').at(-1) ?? '');
        return ok ? { ok } : { ok, why: '' };
      },
      breaks: () => (status = 500),
    };
  },
};

describe.each(Object.keys(STAGES))('%s', (name) => {
  async function ask(more: Partial<Question> = {}) {
    const stage = await STAGES[name]?.();
    if (stage === undefined) throw new Error(name);
    const notes: { event: string; facts: object }[] = [];
    const note = (event: (typeof notes)[number]): void => void notes.push(event);
    const broker = new Broker({ channels: [], mayClientAnswer: () => true, limits, note, ...stage.deps });
    const start = () => broker.ask(question({ risk: 'low', client: stage.client, openForMs: 8000, ...more }), never);
    return { stage, broker, notes, start };
  }

  test('brings a yes, and the record names the channel', async () => {
    const { stage, broker, notes, start } = await ask();
    const asked = start();
    await stage.say(broker, { yes: true });
    expect(await asked).toMatchObject({ kind: 'yes' });
    expect(broker.pending()).toEqual([]);
    expect(notes.at(-1)).toMatchObject({ event: 'approval.answered', facts: { channel: name, yes: true } });
  });

  test('brings a no', async () => {
    const { stage, broker, start } = await ask();
    const asked = start();
    await stage.say(broker, { yes: false });
    expect(await asked).toMatchObject({ kind: 'no' });
  });

  test.each<[Partial<Question>, Said]>([
    [
      { kind: 'choose', choices: ['a', 'b'] },
      { yes: true, value: 'b' },
    ],
    [{ kind: 'input' }, { yes: true, value: 'blue\u0000 & <b>' }],
  ])('brings what a person says to %j', async (more, said) => {
    const { stage, broker, start } = await ask(more);
    const asked = start();
    await stage.say(broker, said);
    expect(await asked).toMatchObject({ kind: 'yes', value: said.value });
  });

  test('brings nothing that is no choice', async () => {
    const { stage, broker, start } = await ask({ kind: 'choose', choices: ['a', 'b'], openForMs: 300, waitMs: 300 });
    const asked = start();
    expect(await stage.say(broker, { yes: true, value: 'c' })).not.toEqual({ ok: true });
    expect((await asked).kind).toMatch(/expired|nobody/u);
  });

  test('brings nothing a second time', async () => {
    const { stage, broker, start } = await ask();
    const asked = start();
    await stage.say(broker, { yes: true });
    await asked;
    const again = start();
    expect(broker.pending()).toHaveLength(1);
    broker.close();
    expect(await again).toMatchObject({ kind: 'no', by: 'gatewright' });
  });

  test('that reaches nobody denies', { timeout: 15_000 }, async () => {
    const { stage, start } = await ask();
    stage.breaks();
    expect(await start()).toEqual({ kind: 'nobody' });
  });

  test('when the server ends, what it asked is denied', async () => {
    const { broker, start } = await ask();
    const asked = start();
    broker.close();
    expect(await asked).toMatchObject({ kind: 'no', by: 'gatewright' });
  });
});

describe('the webhook', () => {
  const shown: PendingQuestion = {
    ...{ id: 'q1', kind: 'approve', tool: 'browser_click', prompt: 'why', risk: 'high', openForMs: 9, askedAt: 1 },
    ...{ scope: { principal: 'local', session: 's' }, expiresAt: 2, mayGrant: true, needsCode: true },
    about: {
      ...{ rule: 'risk', arguments: {}, goesTo: [] },
      elements: [{ role: 'button', name: '<script>alert(1)</script>"\'', frameOrigin: 'https://a.example' }],
    },
  };

  test('signs over time and body, and goes nowhere else than it was told', async () => {
    let elsewhere = 0;
    const other = await listen((_, response) => {
      elsewhere += 1;
      response.end();
    });
    const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
    const url = await listen(({ headers }, response, body) => {
      seen.push({ headers, body });
      if (seen.length === 1) response.writeHead(307, { location: other }).end();
      else response.writeHead(200).end('x'.repeat(100_000));
    });
    const channel = webhookChannel({ url, secret }, new ReplyLinks(), 'one');
    expect(await channel.deliver(shown, () => Promise.reject(new Error('unused')), never)).toBe('over');
    expect(elsewhere).toBe(0);
    expect(seen).toHaveLength(2);
    const [, { headers, body } = { headers: {}, body: '' }] = seen;
    const at = String(headers['x-gatewright-timestamp']);
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(10);
    expect(headers['x-gatewright-signature']).toBe(signNotice(secret, at, body));
    expect(JSON.parse(body)).toMatchObject({ event: 'asked', server: 'one', question: { id: 'q1', risk: 'high' } });
    expect(body).not.toContain('"reply"');
  });

  test('a link shows the question without changing anything, and is good for one answer', async () => {
    const links = new ReplyLinks();
    links.listenAt('https://gate.example/');
    const settled = new AbortController();
    const handed: unknown[] = [];
    let ok = false;
    const link = links.make(
      shown,
      (answer) => {
        handed.push(answer);
        if (ok) settled.abort();
        return Promise.resolve(ok ? { ok: true } : { ok: false, why: 'The approval code is wrong.' });
      },
      settled.signal,
    );
    const token = link?.split('/').at(-1) ?? '';
    expect(link).toMatch(/^https:\/\/gate\.example\/answer\/[\w-]{43}$/u);
    const send = (init: RequestInit) => answerReply(links, new Request(link ?? '', init), token);
    const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

    const page = await send({});
    const html = await page.text();
    expect(html).toContain('&#60;script&#62;alert(1)');
    expect(html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('name="code"');
    for (const [init, status] of [
      [{ method: 'HEAD' }, 405],
      [{ method: 'PUT', body: 'answer=yes' }, 405],
      [{ method: 'POST', body: 'answer=yes', headers: { 'content-type': 'text/plain' } }, 400],
      [form({}), 400],
      [form({ answer: 'true' }), 400],
      [form({ answer: 'yes', pad: 'x'.repeat(100_000) }), 400],
      [{ ...form({ answer: 'yes' }), headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ] satisfies [RequestInit, number][])
      expect((await send(init)).status).toBe(status);
    expect((await answerReply(links, new Request('http://x/'), `${token.slice(0, -1)}!`)).status).toBe(404);
    expect(handed).toEqual([]);

    expect((await send(form({ answer: 'yes', code: 'guess' }))).status).toBe(403);
    ok = true;
    expect((await send(form({ answer: 'yes', code: 'right' }))).status).toBe(200);
    expect(handed).toEqual([
      { yes: true, by: 'webhook', code: 'guess' },
      { yes: true, by: 'webhook', code: 'right' },
    ]);
    expect((await send(form({ answer: 'yes', code: 'right' }))).status).toBe(404);
    expect((await send({})).status).toBe(404);
  });
});
