import { describe, expect, test } from 'vitest';
import { Failure } from '../core/index.js';
import type { Identity, WebUrlFacts } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import type { Backend } from './backends/backend.js';
import { createVaultOn } from './vault.js';

const scope = { principal: 'local', session: 'default' };
const never = new AbortController().signal;

function url(text: string): WebUrlFacts {
  const { href, origin, hostname, port, protocol } = new URL(text);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  const number = port === '' ? (scheme === 'http' ? 80 : 443) : Number(port);
  return { kind: 'web', url: href, origin, scheme, host: hostname, port: number, name: 'public', isOpened: false };
}

function stored(records: Record<string, unknown>, extra: Partial<Backend> = {}): Backend & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    read: (key) => {
      asked.push(key);
      const record = records[key];
      return Promise.resolve(record === undefined ? undefined : JSON.stringify(record));
    },
    list: () => Promise.resolve(Object.keys(records)),
    placeOf: (key) => key,
    close: () => undefined,
    ...extra,
  };
}

const on = (backend: Backend, now = () => 0) => createVaultOn(backend, now, 200);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'found',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const passwordOf = (identity: Identity | undefined) =>
  identity?.password === undefined ? undefined : openSecret(identity.password).value;

describe('which identity a URL has', () => {
  const password = 'correct-horse-9';
  const backend = stored({
    'shop.example': { domain: 'shop.example', password, origins: ['https://shop.example', 'https://pay.example'] },
    'dev.example:8443': { domain: 'dev.example:8443', password: 'another-horse-8' },
    'dev.example': { domain: 'dev.example', password },
    'wrong.example': { domain: 'bank.example', origins: ['https://wrong.example'], password },
    'plain.example': { domain: 'plain.example', origins: ['http://plain.example'], password },
  });

  test.each([
    ['https://shop.example/a?b', password],
    ['https://pay.example/', password],
    ['https://dev.example:8443/', 'another-horse-8'],
    ['https://dev.example/', password],
    ['http://plain.example/', password],
    ['http://shop.example/', undefined],
    ['https://shop.example:444/', undefined],
    ['https://www.shop.example/', undefined],
    ['https://evilshop.example/', undefined],
    ['https://plain.example/', undefined],
    ['https://wrong.example/', undefined],
    ['https://bank.example/', undefined],
  ])('%s', async (text, expected) => {
    expect(passwordOf(await on(backend).find(url(text), never))).toBe(expected);
  });

  test('that two identities claim is nobody’s guess', async () => {
    const rivals = stored(
      Object.fromEntries(
        ['a.example', 'b.example'].map((domain) => [domain, { domain, origins: ['https://c.example'], password }]),
      ),
    );
    expect(await codeOf(on(rivals).find(url('https://c.example'), never))).toBe('vault.bad-record');
  });

  test('somebody else’s bad record breaks no other site', async () => {
    const mixed = stored({ 'bad.example': { domain: 7 }, 'good.example': { domain: 'good.example', password } });
    expect(await codeOf(on(mixed).find(url('https://none.example'), never))).toBe('found');
    expect(await codeOf(on(mixed).find(url('https://bad.example'), never))).toBe('vault.bad-record');
  });

  test('a token that may not list still finds by the host', async () => {
    const list = () => Promise.reject(new Failure('vault.denied'));
    const closed = stored({ 'a.example': { domain: 'a.example', password } }, { list });
    expect(passwordOf(await on(closed).find(url('https://a.example'), never))).toBe(password);
    expect(await on(closed).find(url('https://b.example'), never)).toBeUndefined();
  });

  test('the list is asked for again after a minute, and not before', async () => {
    let now = 0;
    let lists = 0;
    const list = () => {
      lists += 1;
      return Promise.resolve([]);
    };
    const counting = stored({}, { list });
    const vault = on(counting, () => now);
    for (now of [0, 30_000, 59_000, 61_000]) await vault.find(url('https://a.example'), never);
    expect(lists).toBe(2);
  });
});

describe('what cannot be read', () => {
  test.each<[string, Partial<Backend>, string]>([
    ['never answers', { read: () => new Promise(() => undefined) }, 'vault.unavailable'],
    ['throws something of its own', { read: () => Promise.reject(new Error('hunter2')) }, 'vault.unavailable'],
    ['denies', { read: () => Promise.reject(new Failure('vault.denied')) }, 'vault.denied'],
    ['answers garbage', { read: () => Promise.resolve('<html>') }, 'vault.bad-record'],
    ['cannot list', { list: () => Promise.reject(new Error('x')) }, 'vault.unavailable'],
  ])('a vault that %s', async (_, extra, code) => {
    expect(await codeOf(on(stored({}, extra)).find(url('https://a.example'), never))).toBe(code);
  });

  test('a call that is over says so itself', async () => {
    const waiting = stored({}, { read: () => new Promise(() => undefined) });
    const reason = new Failure('call.deadline');
    expect(await codeOf(on(waiting).find(url('https://a.example'), AbortSignal.abort(reason)))).toBe('call.deadline');
  });
});

describe('what was read', () => {
  const records: Record<string, unknown> = { 'a.example': { domain: 'a.example', password: 'first-value-1' } };
  const vault = on(stored(records));
  const values = () => vault.all().map((secret) => openSecret(secret).value);

  test('is the same identity and the same list until it changes, and stays masked after it was replaced', async () => {
    expect(vault.all()).toEqual([]);
    const first = await vault.find(url('https://a.example'), never);
    const list = vault.all();
    expect(await vault.find(url('https://a.example'), never)).toBe(first);
    expect(vault.all()).toBe(list);
    records['a.example'] = { domain: 'a.example', password: 'second-value-2' };
    expect(passwordOf(await vault.find(url('https://a.example'), never))).toBe('second-value-2');
    expect(values()).toEqual(['first-value-1', 'second-value-2']);
  });

  test('is found by name in the session that has it, and in no other', async () => {
    const identity = await vault.find(url('https://a.example'), never);
    if (identity === undefined) throw new Error('not found');
    expect(vault.named(scope, 'PASSWORD_A_EXAMPLE')).toBeUndefined();
    vault.bindIdentities(scope, identity);
    expect(vault.named(scope, 'PASSWORD_A_EXAMPLE')).toBe(identity.password);
    expect(vault.named({ ...scope, session: 'other' }, 'PASSWORD_A_EXAMPLE')).toBeUndefined();
    expect(vault.named({ ...scope, principal: 'eve' }, 'PASSWORD_A_EXAMPLE')).toBeUndefined();
    vault.bindIdentities(scope, { ...identity, name: 'a-example' });
    expect(vault.named(scope, 'PASSWORD_A_EXAMPLE')).toBeUndefined();
    vault.forget('local', 'default');
    vault.bindIdentities(scope, identity);
    vault.forget('local', 'default');
    expect(vault.named(scope, 'PASSWORD_A_EXAMPLE')).toBeUndefined();
    expect(values()).toContain('first-value-1');
  });
});
