import { describe, expect, it } from 'vitest';
import { checkConfig } from '../config/index.js';
import type { PendingQuestion } from '../core/index.js';
import { parseYaml } from '../config/parse-yaml.js';
import { auditLine } from './audit-line.js';
import { clientLines } from './client-lines.js';
import { configText } from './config-text.js';
import { momentOf } from './moment.js';
import { questionLines } from './question-lines.js';
import { safeJson } from './terminal.js';
import { quoted } from './typed-command.js';

const plain = { paint: (_: unknown, text: string) => text };
// What could colour, move the cursor, set the title, answer back, write from right to left or forge a line.
const EVIL = '\u001B[2J\u001B]0;t\u0007\u009B31m\r\n\u202Egnp\u2066\u0000\u200B\u{E0041}end';
const OBEYED = /[\p{Cc}\p{Cf}]/u;

describe('what an agent or a page had a hand in', () => {
  it('cannot give orders to the terminal through a question', () => {
    const question: PendingQuestion = {
      id: 'a1',
      kind: 'choose',
      scope: { principal: EVIL, session: EVIL },
      tool: EVIL,
      prompt: EVIL,
      choices: [EVIL, 'b'],
      secret: EVIL,
      origin: EVIL,
      risk: 'high',
      about: {
        rule: EVIL,
        arguments: { [EVIL]: { deep: [EVIL] } },
        agentSays: EVIL,
        url: EVIL,
        goesTo: [EVIL],
        elements: [
          {
            role: EVIL,
            name: EVIL,
            shown: `${EVIL}!`,
            frameOrigin: EVIL,
            href: EVIL,
            form: { method: 'post', action: EVIL, submit: EVIL, amount: EVIL, fields: [{ name: EVIL, value: EVIL }] },
          },
        ],
      },
      mayGrant: true,
      needsCode: true,
      openForMs: 1,
      askedAt: 0,
      expiresAt: 5000,
    };
    const lines = questionLines(question, plain, 0);
    expect(lines).toHaveLength(20);
    expect(lines.filter((line) => OBEYED.test(line))).toEqual([]);
  });

  it('cannot give orders through a record', () => {
    const fields = { tool: EVIL, url: EVIL, outcome: EVIL, principal: EVIL, session: EVIL, code: EVIL, event: EVIL };
    for (const kind of ['call', 'event'] as const) {
      const line = auditLine(
        { time: '2026-01-01T00:00:00.000Z', kind, fields: { ...fields, more: { a: EVIL } } },
        plain,
      );
      expect(OBEYED.test(line)).toBe(false);
    }
  });

  it('is escaped in JSON, and means the same', () => {
    const text = safeJson({ text: EVIL });
    expect(OBEYED.test(text)).toBe(false);
    expect(JSON.parse(text)).toEqual({ text: EVIL });
  });
});

describe('the file that init writes', () => {
  const check = (answers: Parameters<typeof configText>[0]) =>
    checkConfig({ raw: parseYaml(configText(answers), 'f'), file: '/f', settings: [], cwd: '/' }).config.network;

  it('allows what was asked for, and the ports in both places where they must stand', () => {
    expect(check({ sites: ['example.com', '*.example.org'], ports: [3000] })).toMatchObject({
      allow: ['example.com', '*.example.org', 'http://localhost:3000'],
      unsafeAllowPrivate: ['localhost:3000'],
    });
  });

  it('keeps none apart from all', () => {
    expect(check({ sites: [], ports: [] }).allow).toEqual([]);
    expect(check({ sites: undefined, ports: [] }).allow).toBeUndefined();
  });

  it('is refused before it is written when a site is no site', () => {
    expect(() => check({ sites: ['] }, evil: [*', 'x'], ports: [] })).toThrow(/network\.allow\[0\]/u);
  });
});

describe('the lines for the clients', () => {
  const reach = {
    url: 'http://127.0.0.1:7717/mcp',
    tokenFile: "/a b/it's",
    command: ['node', '/x y/gw.js', '--allow', 'a'],
  };

  it('never hold the token, only its file', () => {
    const all = clientLines(reach).flatMap(({ http }) => http);
    expect(all.join('\n')).toContain(`$(cat '/a b/it'\\''s')`);
  });

  it('hold valid JSON where the client wants JSON', () => {
    const [cursor] = clientLines(reach).filter(({ client }) => client.startsWith('Cursor'));
    expect(JSON.parse(cursor?.stdio[0] ?? '')).toEqual({
      mcpServers: { gatewright: { command: 'node', args: reach.command.slice(1) } },
    });
  });

  it.each([
    ['/plain/path', '/plain/path'],
    ['a b', "'a b'"],
    ['$(reboot)', "'$(reboot)'"],
    ["it's", `'it'\\''s'`],
    ['', "''"],
  ])('quote %j for a shell', (text, shown) => {
    expect(quoted(text)).toBe(shown);
  });
});

describe('a moment', () => {
  const now = Date.UTC(2026, 0, 10);
  it.each([
    ['90s', now - 90_000],
    ['2h', now - 7_200_000],
    ['2026-01-09T00:00:00Z', now - 86_400_000],
  ])('%s', (text, moment) => {
    expect(momentOf('--since', text, now)).toBe(moment);
  });

  it.each(['', 'yesterday', '5', '5y', '1', '-1h', '2026-13-40'])('is not %j', (text) => {
    expect(() => momentOf('--since', text, now)).toThrow(/--since/u);
  });
});

it('a question says what time is left, and how old it is when that is more than a minute', () => {
  const scope = { principal: 'local', session: 'default' };
  const asked = {
    id: 'abcd0123',
    kind: 'confirm',
    scope,
    tool: 'await_human',
    prompt: 'Go on?',
    openForMs: 600_000,
  } as const;
  const question = { ...asked, mayGrant: false, needsCode: false, askedAt: 0 };
  expect(questionLines({ ...question, expiresAt: 280_000 }, plain, 250_000)[0]).toMatch(/30 s left, asked 4 min ago$/u);
  expect(questionLines({ ...question, expiresAt: 600_000 }, plain, 1000)[0]).toMatch(/599 s left$/u);
});
