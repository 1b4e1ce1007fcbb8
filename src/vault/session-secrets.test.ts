import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Failure } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { createSecretRegistry } from './index.js';

const scope = { principal: 'local', session: 'default' };
const origin = 'https://example.com';

function refusal(name: string, value: string, at = origin): string {
  try {
    createSecretRegistry().keep(scope, { name, value, origins: [at] });
  } catch (error) {
    return error instanceof Failure && error.code === 'vault.bad-secret' ? inspect(error) : String(error);
  }
  return 'kept';
}

test('a kept value opens by its name, bound to its origin, and shows itself nowhere', () => {
  const registry = createSecretRegistry();
  registry.keep({ ...scope, tab: 't1' }, { name: 'SHOP_PASSWORD', value: 'hunter2!!', origins: [origin] });
  const secret = registry.find({ ...scope, tab: 't9' }, 'SHOP_PASSWORD');
  if (secret === undefined) throw new Error('not found');
  expect(openSecret(secret)).toEqual({ value: 'hunter2!!', origins: [origin] });
  expect(`${inspect(registry.all())} ${JSON.stringify(registry.all())} ${String(secret)}`).not.toContain('hunter2');
});

test('a name leads to its secret in one session of one principal, until that is over', () => {
  const registry = createSecretRegistry();
  const others = [
    { principal: 'local', session: 'other' },
    { principal: 'eve', session: 'default' },
    { principal: 'local","default', session: '' },
  ];
  registry.keep(scope, { name: 'TOKEN', value: 'abc-def-123', origins: [origin] });
  expect(others.map((other) => registry.find(other, 'TOKEN'))).toEqual([undefined, undefined, undefined]);
  registry.forget('eve', 'default');
  expect(registry.find(scope, 'TOKEN')).toBeDefined();
  registry.forget('local', 'default');
  expect(registry.find(scope, 'TOKEN')).toBeUndefined();
});

test('it stays masked in every session and connection of its principal, and of no other', () => {
  const registry = createSecretRegistry();
  registry.keep(
    { ...scope, principal: 'ada#connection-1' },
    { name: 'TOKEN', value: 'abc-def-123', origins: [origin] },
  );
  registry.forget('ada#connection-1', 'default');
  const counts = ['ada', 'ada#connection-1', 'ada#connection-2', 'eve', 'adab', 'local'].map(
    (principal) => registry.maskedIn({ principal, session: 'any' }).length,
  );
  expect(counts).toEqual([1, 1, 1, 0, 0, 0]);
  expect(registry.all()).toHaveLength(1);
});

test('what a password manager gave is masked for everybody, and what the model may see for nobody', () => {
  const registry = createSecretRegistry();
  registry.keep(scope, { name: 'PASSWORD_A', value: 'abc-def-123', origins: [origin], isOperators: true });
  registry.keep(scope, { name: 'TOTP_A', value: '402917', origins: [origin], use: 'code', shown: true });
  expect(registry.maskedIn({ principal: 'eve', session: 'x' }).map(({ name }) => name)).toEqual(['PASSWORD_A']);
});

test('the same value given again takes no room, and the list stays the same', () => {
  const registry = createSecretRegistry();
  const again = () => {
    registry.keep(scope, { name: 'TOKEN', value: 'abc-def-123', origins: [origin] });
    return registry.maskedIn(scope);
  };
  const first = again();
  registry.forget('local', 'default');
  for (let round = 0; round < 3000; round += 1) expect(again()).toBe(first);
});

test('beyond what can be remembered an agent is refused, and what a person typed is not', () => {
  const registry = createSecretRegistry();
  const give = (n: number, more: object = {}) => {
    registry.keep(scope, { name: 'TOKEN', value: `value-number-${n}`, origins: [origin], ...more });
  };
  for (let n = 0; n < 1000; n += 1) give(n);
  expect(() => {
    give(1000);
  }).toThrow(expect.objectContaining({ code: 'vault.too-many' }));
  expect(registry.maskedIn(scope)).toHaveLength(1000);
  give(1001, { unnamed: true });
  expect(registry.maskedIn(scope)).toHaveLength(1001);
});

test('of one-time codes the newest are remembered', () => {
  const registry = createSecretRegistry();
  for (let n = 0; n < 300; n += 1) {
    registry.keep(scope, { name: 'TOTP_A', value: String(402000 + n), origins: [origin], use: 'code' });
  }
  const values = registry.maskedIn(scope).map((secret) => openSecret(secret).value);
  expect(values).toHaveLength(200);
  expect(values.at(-1)).toBe('402299');
});

test('a replaced value is found no more, but still masked', () => {
  const registry = createSecretRegistry();
  registry.keep(scope, { name: 'TOKEN', value: 'first-value', origins: [origin] });
  registry.keep(scope, { name: 'TOKEN', value: 'second-value', origins: [origin] });
  expect(
    registry
      .all()
      .map((secret) => openSecret(secret).value)
      .sort(),
  ).toEqual(['first-value', 'second-value']);
  const found = registry.find(scope, 'TOKEN');
  expect(found && openSecret(found).value).toBe('second-value');
});

test.each(['1', 'abc12', '12345', 'aaaaaaaa', 'abababab', 'Password', ' secret ', '123456', 'admin'])(
  'what cannot be told from ordinary text is kept and not looked for: %j',
  (value) => {
    const registry = createSecretRegistry();
    expect(registry.keep(scope, { name: 'PIN', value, origins: [origin] })).toBe('field');
    const found = registry.find(scope, 'PIN');
    expect(found && openSecret(found)).toEqual({ value, origins: [origin], isUnmasked: true });
    expect([registry.maskedIn(scope), registry.all()]).toEqual([[], []]);
    expect(registry.keep(scope, { name: 'KEY', value: 'hunter2!!', origins: [origin] })).toBe('everywhere');
    expect(registry.all()).toHaveLength(1);
  },
);

test('the names for an origin are those that may be typed there, in this session', () => {
  const registry = createSecretRegistry();
  const elsewhere = 'https://other.example';
  registry.keep(scope, { name: 'HERE', value: '1234', origins: [origin] });
  registry.keep(scope, { name: 'BOTH', value: 'hunter2!!', origins: [origin, elsewhere] });
  registry.keep(scope, { name: 'THERE', value: 'hunter3!!', origins: [elsewhere] });
  registry.keep(scope, { name: 'TYPED', value: 'hunter4!!', origins: [origin], unnamed: true });
  expect(registry.namesAt(scope, [origin])).toEqual(['HERE', 'BOTH']);
  expect(registry.namesAt(scope, [origin, elsewhere])).toEqual(['BOTH']);
  expect(registry.namesAt(scope, ['https://third.example'])).toEqual([]);
  expect(registry.namesAt({ ...scope, session: 'other' }, [origin])).toEqual([]);
});

describe('refused, without a word of the value', () => {
  test.each(['', '      ', `x${'yz'.repeat(6000)}`])('value %j', (value) => {
    const said = refusal('NAME', value);
    expect(said).toContain('vault.bad-secret');
    if (value.trim() !== '') expect(said).not.toContain(value);
  });

  test.each(['', 'name', '1NAME', 'NA-ME', '_NAME', 'NAME\n', 'ÄNAME', 'N'.repeat(65)])('name %j', (name) => {
    expect(refusal(name, 'hunter2!!')).toContain('vault.bad-secret');
  });

  test.each([
    '',
    'null',
    'about:blank',
    'https://example.com/',
    'https://example.com/path',
    'https://EXAMPLE.com',
    'file://',
  ])('origin %j', (at) => {
    expect(refusal('NAME', 'hunter2!!', at)).toContain('vault.bad-secret');
  });

  test('a one-time code of six digits is kept', () => {
    expect(refusal('CODE', '402917')).toBe('kept');
  });
});

test('an agent makes up a hundred values and no more, and what others give it is kept all the same', () => {
  const registry = createSecretRegistry();
  const give = (n: number, more: object = { isAgents: true }) => {
    registry.keep(scope, { name: 'TOKEN', value: `value-number-${n}`, origins: [origin], ...more });
  };
  for (let n = 0; n < 100; n += 1) give(n);
  expect(() => {
    give(100);
  }).toThrow(expect.objectContaining({ code: 'vault.too-many' }));
  give(99);
  give(101, {});
  expect(registry.maskedIn(scope)).toHaveLength(101);
  const long = (n: number) => () =>
    createLong(n).map((value) => registry.keep(eve, { name: 'LONG', value, origins: [origin], isAgents: true }));
  const eve = { principal: 'eve', session: 'default' };
  const createLong = (n: number) => Array.from({ length: n }, (_, at) => `${at}-`.padEnd(1000, 'Zk7#pQ9v'));
  expect(long(20)).not.toThrow();
  expect(long(21)).toThrow(expect.objectContaining({ code: 'vault.too-many' }));
});

test('pages of many origins are learnt from within bounds, and push out no other site’s password', () => {
  const registry = createSecretRegistry();
  const learn = (from: string, values: readonly string[]) => {
    const fields = values.map((value, n) => ({ kind: 'password' as const, name: `field${n}`, value }));
    registry.learn(scope, fields, from);
  };
  const passwords = ['Amber_Fjord-4417', 'Cobalt+Meadow.9902'];
  learn('https://bank.example', passwords);
  const long = (site: number) => Array.from({ length: 5000 }, (_, n) => `${site}x${n}Zk7#`.repeat(1000));
  for (let site = 0; site < 50; site += 1) learn(`https://s${site}.evil.example`, long(site));
  const values = registry.maskedIn(scope).map((secret) => openSecret(secret).value);
  expect(values.join('').length).toBeLessThanOrEqual(40_000);
  expect(Math.max(...values.map(({ length }) => length))).toBeLessThanOrEqual(300);
  expect(values).toEqual(expect.arrayContaining(passwords));
});

test('a field with an endless name adds no endless value', () => {
  const registry = createSecretRegistry();
  registry.learn(scope, [{ kind: 'password', name: 'n'.repeat(100_000), value: 'abc' }], origin);
  expect(registry.maskedIn(scope)).toEqual([]);
});
