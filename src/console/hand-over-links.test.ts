import { expect, test } from 'vitest';
import { HandOverLinks } from './hand-over-links.js';

const MINUTE = 60_000;

function at(start = 1_000_000) {
  const clock = { now: start };
  return { clock, links: new HandOverLinks(() => clock.now) };
}

const question = (expiresAt: number, id = '00c0ffee') =>
  ({ kind: 'question', server: 'aa', question: id, expiresAt }) as const;

test('opens one browser, for exactly that question', () => {
  const { links, clock } = at();
  const cookie = links.open(links.make(question(clock.now + 5 * MINUTE)), 'mark');
  expect(links.find(cookie ?? '', true)?.handed).toMatchObject({
    kind: 'question',
    server: 'aa',
    question: '00c0ffee',
  });
});

test('a link that was used opens no other browser', () => {
  const { links, clock } = at();
  const token = links.make(question(clock.now + 5 * MINUTE));
  expect(links.open(token, 'mark')).toBeDefined();
  expect(links.open(token, 'other')).toBeUndefined();
  expect(links.open(token, '')).toBeUndefined();
});

test('one that is too old opens nothing', () => {
  const { links, clock } = at();
  const token = links.make(question(clock.now + 60 * MINUTE));
  clock.now += 10 * MINUTE;
  expect(links.open(token, 'mark')).toBeUndefined();
});

test('what was opened ends with its question, and a session after half an hour', () => {
  const { links, clock } = at();
  const asked = links.open(links.make(question(clock.now + MINUTE)), 'mark') ?? '';
  const place = { server: 'aa', principal: 'local', session: 'buy' };
  const driven = links.open(links.make({ kind: 'session', place }), 'mark') ?? '';
  clock.now += MINUTE;
  expect(links.find(asked, true)).toBeUndefined();
  expect(links.find(driven, true)?.handed).toMatchObject({ kind: 'session', place });
  clock.now += 29 * MINUTE;
  expect(links.find(driven, true)).toBeUndefined();
});

test('what is changed in any way opens nothing', () => {
  const { links, clock } = at();
  const token = links.make(question(clock.now + 5 * MINUTE));
  const [payload = '', mac = ''] = token.split('.');
  const other = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    for: { question: string };
    until: number;
  };
  const forged = (change: object) => Buffer.from(JSON.stringify({ ...other, ...change })).toString('base64url');
  const longer = forged({ until: other.until + MINUTE });
  const elsewhere = forged({ for: { ...other.for, question: 'ffffffff' } });
  const stranger =
    at()
      .links.make(question(clock.now + 5 * MINUTE))
      .split('.')[1] ?? '';
  for (const wrong of [
    ...[`${longer}.${mac}`, `${elsewhere}.${mac}`, `${payload}.${stranger}`, `${payload}.`, payload, '', `${token}.x`],
    `${payload}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'Q' : 'A'}`,
  ])
    expect(links.open(wrong, 'mark')).toBeUndefined();
  expect(links.open(token, 'mark')).toBeDefined();
});

test('a cookie that was ended is nobody', () => {
  const { links, clock } = at();
  const cookie = links.open(links.make(question(clock.now + 5 * MINUTE)), 'mark') ?? '';
  links.end(cookie);
  expect(links.find(cookie, true)).toBeUndefined();
});
