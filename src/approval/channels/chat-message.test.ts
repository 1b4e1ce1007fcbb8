import { expect, test } from 'vitest';
import type { PendingQuestion } from '../../core/index.js';
import { slackMessage, teamsMessage } from './chat-message.js';

const HOSTILE =
  'Pay” <!channel> <https://evil.example|your bank> [click](https://evil.example) *bold* {{DATE(2026-01-01)}}\nRisk: low \u202Eyap';

function asked(more: Partial<PendingQuestion> = {}): PendingQuestion {
  const element = { role: 'button', name: HOSTILE, frameOrigin: 'https://shop.example' };
  return {
    ...{ id: '00c0ffee', kind: 'approve', tool: 'browser_click', prompt: 'risk high: it pays', risk: 'high' },
    scope: { principal: 'local', client: HOSTILE, session: 'buy' },
    origin: 'https://shop.example',
    about: { rule: 'risk', arguments: { name: HOSTILE }, goesTo: [], elements: [element] },
    ...{ mayGrant: false, needsCode: false, openForMs: 300_000, askedAt: 0, expiresAt: 300_000 },
    ...more,
  };
}

const notice = (more?: Partial<PendingQuestion>) => ({
  question: asked(more),
  server: 'aabbccdd',
  reply: 'https://gate.example/answer/abc',
});

/** Every text of a message, with the kind of object that it stands in. */
function texts(value: unknown, within = ''): { within: string; text: string }[] {
  if (typeof value === 'string') return [{ within, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => texts(each, within));
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as { type?: unknown };
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'type' ? [] : texts(each, typeof each === 'string' ? `${String(type)}.${key}` : within),
  );
}

test.each([{}, { kind: 'input', prompt: HOSTILE } as const])('Slack: foreign words only as plain text, %j', (more) => {
  const message = slackMessage(notice(more));
  const foreign = texts(message).filter(({ text }) => /evil|channel|bold|yap/u.test(text));
  expect(foreign.length).toBeGreaterThan(0);
  expect(foreign.map(({ within }) => within).filter((within) => within !== 'plain_text.text')).toEqual([]);
  expect(message).toMatchObject({ parse: 'none', mrkdwn: false, unfurl_links: false });
  for (const { text } of foreign) expect(text).not.toMatch(/[\n\u202E]|Pay”/u);
});

test.each([{}, { kind: 'input', prompt: HOSTILE } as const])(
  'Teams: foreign words only as runs of text, %j',
  (more) => {
    const foreign = texts(teamsMessage(notice(more))).filter(({ text }) => /evil|channel|bold|yap/u.test(text));
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.map(({ within }) => within).filter((within) => within !== 'TextRun.text')).toEqual([]);
    for (const { text } of foreign) expect(text).not.toMatch(/[\n\u202E]|Pay”|\{\{/u);
  },
);

test.each([slackMessage, teamsMessage])('says what is asked, and the only link is the one that answers', (make) => {
  const plain = { role: 'button', name: 'Pay now', frameOrigin: 'https://shop.example' };
  const question = asked({ about: { rule: 'risk', arguments: {}, goesTo: [], elements: [plain] } });
  const said = texts(make({ ...notice(), question })).flatMap(({ within, text }) =>
    /\.text$/u.test(within) ? [text] : [],
  );
  expect(said.join('')).toMatch(/wants to click the button “Pay now”/u);
  expect(said.join(' ')).toContain('it pays');
  const links = texts(make(notice())).filter(({ within }) => /\.url$/u.test(within));
  expect(links.map(({ text }) => text)).toEqual(['https://gate.example/answer/abc']);
});

test('without an endpoint there is no link, and it says where to answer', () => {
  const message = JSON.stringify(teamsMessage({ ...notice(), reply: undefined }));
  expect(message).not.toContain('Action.OpenUrl');
  expect(message).toContain('in the console or in a terminal');
});
