import { expect, test } from 'vitest';
import { SharedSessions } from './shared-sessions.js';

const named = (client: string, session = 'work', principal = 'local') => ({ principal, client, session });

test("the name is its first user's while the session opens, and free again when it is gone", () => {
  let open = false;
  const shared = new SharedSessions(() => open);
  const first = shared.use(named('a'));
  expect(shared.ownerOf(named('b'))).toBe('a');
  first.done();
  expect(shared.ownerOf(named('b'))).toBe('b');
  open = true;
  expect(shared.ownerOf(named('b'))).toBe('a');
});

test('nobody shares a default session, or one of another principal', () => {
  const shared = new SharedSessions(() => true);
  shared.use(named('a'));
  shared.use(named('a', 'default'));
  expect(shared.ownerOf(named('b', 'default'))).toBe('b');
  expect(shared.ownerOf(named('b', 'work', 'team'))).toBe('b');
  expect(shared.use(named('b', 'work', 'team')).others).toEqual([]);
});

test('each hears of each other one once', () => {
  const shared = new SharedSessions(() => true);
  expect(shared.use(named('a')).others).toEqual([]);
  expect(shared.use(named('b')).others).toEqual(['a']);
  expect(shared.use(named('b')).others).toEqual([]);
  expect(shared.use(named('a')).others).toEqual(['b']);
});

test('who leaves keeps it for the others, and the last one gives it back', () => {
  const shared = new SharedSessions(() => true);
  shared.use(named('a'));
  shared.use(named('b'));
  expect(shared.leave('team', 'a')).toEqual({ kept: [], left: [] });
  expect(shared.leave('local', 'a')).toEqual({ kept: ['work'], left: [] });
  expect(shared.usersOf(named('a'))).toEqual(['b']);
  expect(shared.leave('local', 'b')).toEqual({ kept: [], left: [named('a')] });
});
