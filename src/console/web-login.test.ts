import { expect, it } from 'vitest';
import { Login, isCsrfOf } from './web-login.js';

const MINUTE = 60_000;

function signedIn(): { login: Login; later: (ms: number) => void } {
  let now = 1_000_000;
  return { login: new Login(() => now), later: (ms) => (now += ms) };
}

it('a link opens once', () => {
  const { login } = signedIn();
  const link = login.newLink();
  const cookie = login.enter(link) ?? '';
  expect(login.find(cookie, true)).toBeDefined();
  expect(login.enter(link)).toBeUndefined();
  expect(login.enter('')).toBeUndefined();
  expect(login.find(link, true)).toBeUndefined();
});

it('a link is too old after ten minutes', () => {
  const { login, later } = signedIn();
  const link = login.newLink();
  later(10 * MINUTE);
  expect(login.enter(link)).toBeUndefined();
});

it('a session ends when no person uses it, whatever the script asks', () => {
  const { login, later } = signedIn();
  const cookie = login.enter(login.newLink()) ?? '';
  later(59 * MINUTE);
  expect(login.find(cookie, false)).toBeDefined();
  later(2 * MINUTE);
  expect(login.find(cookie, false)).toBeUndefined();
});

it('a session ends after twelve hours, whoever is there', () => {
  const { login, later } = signedIn();
  const cookie = login.enter(login.newLink()) ?? '';
  for (let i = 0; i < 23; i += 1) {
    later(31 * MINUTE);
    expect(login.find(cookie, true)).toBeDefined();
  }
  later(31 * MINUTE);
  expect(login.find(cookie, true)).toBeUndefined();
});

it('one who left is a stranger', () => {
  const { login } = signedIn();
  const cookie = login.enter(login.newLink()) ?? '';
  login.leave(cookie);
  expect(login.find(cookie, true)).toBeUndefined();
});

it('a form of one session is none of another', () => {
  const { login } = signedIn();
  const [one, other] = [1, 2].map(() => login.find(login.enter(login.newLink()) ?? '', true));
  expect(one).toBeDefined();
  expect(isCsrfOf(one ?? { csrf: 'x' }, one?.csrf ?? '')).toBe(true);
  expect(isCsrfOf(one ?? { csrf: 'x' }, other?.csrf ?? '')).toBe(false);
  expect(isCsrfOf(one ?? { csrf: 'x' }, null)).toBe(false);
});

it('the same browser may send the form of a link twice at once, and has one session after it', () => {
  const { login, later } = signedIn();
  const link = login.newLink();
  const first = login.enter(link, 'mark-of-this-browser') ?? '';
  const second = login.enter(link, 'mark-of-this-browser') ?? '';
  expect(login.find(second, true)).toBeDefined();
  expect(login.find(first, true)).toBeUndefined();
  expect(login.enter(link, 'another')).toBeUndefined();
  expect(login.enter(link)).toBeUndefined();
  later(5_000);
  expect(login.enter(link, 'mark-of-this-browser')).toBeUndefined();
  expect(login.find(second, true)).toBeDefined();
});

it('a browser without a mark enters once', () => {
  const { login } = signedIn();
  const link = login.newLink();
  expect(login.enter(link, '')).toBeDefined();
  expect(login.enter(link, '')).toBeUndefined();
});
