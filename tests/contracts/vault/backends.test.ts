import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identities, Identity } from '../../../src/core/index.js';
import { openSecret } from '../../../src/core/seals/secret-open.js';
import { createVault } from '../../../src/vault/index.js';
import { bytesBelow, vaultKinds } from '../../fixtures/vault-places.js';
import type { VaultFixture } from '../../fixtures/vault-places.js';
import { findVaultTools } from '../../fixtures/vault-tools.js';
import { failureOf } from './failure-of.js';
import { webUrl } from './web-url.js';

const PASSWORD = 'Tr0ub4dor-contract&3';
const never = new AbortController().signal;

const whole = {
  domain: 'shop.example',
  name: 'shop',
  origins: ['https://shop.example', 'https://pay.example'],
  username: 'ann',
  password: PASSWORD,
  totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  cookies: [{ name: 'sid', value: 'c00kie-"quoted"-€', domain: '.shop.example', httpOnly: true, sameSite: 'Lax' }],
  localStorage: { 'a\'b"c': 'line\nbreak </script>' },
  sessionStorage: {},
  headers: { Authorization: 'Bearer tok-123456789' },
  signIn: { url: 'https://shop.example/login', username: '#u', password: '#p' },
};

const valueOf = (secret: Parameters<typeof openSecret>[0] | undefined) => secret && openSecret(secret).value;

describe.each(vaultKinds(findVaultTools()))('$name', ({ isHere, open }) => {
  let fixture: VaultFixture;
  let vault: Identities;
  const find = (url: string): Promise<Identity | undefined> => vault.find(webUrl(url), never);

  beforeAll(async () => {
    if (!isHere) return;
    fixture = await open();
    vault = createVault(fixture.options, fixture.place);
  });
  afterAll(async () => {
    if (!isHere) return;
    vault.close();
    await fixture.close();
  });

  test.skipIf(!isHere)('an empty vault has no identity, and that is normal', async () => {
    expect(await find('https://shop.example/')).toBeUndefined();
  });

  test.skipIf(!isHere)('a record comes back whole, sealed and bound to its origins', async () => {
    await fixture.put('shop.example', whole);
    const identity = await find('https://shop.example/cart?x=1');
    expect(identity).toMatchObject({ name: 'shop', username: 'ann', origins: whole.origins, recipe: whole.signIn });
    expect(valueOf(identity?.password)).toBe(PASSWORD);
    expect(valueOf(identity?.cookies[0]?.value)).toBe(whole.cookies[0]?.value);
    expect(identity?.localStorage.map(({ key, value }) => [key, valueOf(value)])).toEqual(
      Object.entries(whole.localStorage),
    );
    expect(valueOf(identity?.headers[0]?.value)).toBe(whole.headers.Authorization);
    expect(valueOf(identity?.code?.())).toMatch(/^\d{6}$/u);
    expect(inspect([identity, vault, vault.all()], { depth: 9 })).not.toMatch(/Tr0ub|c00kie|tok-1|GEZDG/u);
  });

  test.skipIf(!isHere)('plain http, another port and a subdomain are other origins', async () => {
    const others = ['http://shop.example', 'https://shop.example:8443', 'https://www.shop.example'];
    expect(await Promise.all(others.map(find))).toEqual([undefined, undefined, undefined]);
  });

  test.skipIf(!isHere)('an identity is found from every origin that it names', async () => {
    const fresh = createVault(fixture.options, fixture.place);
    const identity = await fresh.find(webUrl('https://pay.example/'), never);
    expect(valueOf(identity?.password)).toBe(PASSWORD);
    fresh.close();
  });

  test.skipIf(!isHere)(
    'one that another process adds is found at the next look, by its own origin at once',
    async () => {
      const origins = ['https://late.example', 'https://pay-late.example'];
      expect(await Promise.all(origins.map(find))).toEqual([undefined, undefined]);
      await fixture.put('late.example', { domain: 'late.example', origins, password: 'late-value-9931' });
      expect(valueOf((await find('https://late.example/'))?.password)).toBe('late-value-9931');
      // A backend that is asked record by record is listed once a minute.
      const others = ['file', 'sops'].includes(fixture.options.backend) ? 'late-value-9931' : undefined;
      expect(valueOf((await find('https://pay-late.example/'))?.password)).toBe(others);
      await fixture.remove('late.example');
    },
  );

  test.skipIf(!isHere)('an unusual port has a key of its own', async () => {
    const origins = ['http://127.0.0.1:8099'];
    await fixture.put('127.0.0.1:8099', { domain: '127.0.0.1:8099', origins, password: 'port-8099-secret' });
    expect(valueOf((await find('http://127.0.0.1:8099/'))?.password)).toBe('port-8099-secret');
    expect(await find('http://127.0.0.1:8098/')).toBeUndefined();
  });

  test.skipIf(!isHere)('a record that is for somebody else counts as none', async () => {
    await fixture.put('bait.example', {
      domain: 'bank.example',
      origins: ['https://bait.example'],
      password: PASSWORD,
    });
    expect(await find('https://bait.example/')).toBeUndefined();
  });

  test.skipIf(!isHere)('what is no record is an error at its site, and shows nothing of itself', async () => {
    await fixture.put('bad.example', { domain: 'bad.example', pasword: PASSWORD });
    const failure = await failureOf(find('https://bad.example/'));
    expect(failure.code).toBe('vault.bad-record');
    expect(inspect(failure)).not.toContain(PASSWORD);
    expect((await find('https://shop.example/'))?.username).toBe('ann');
  });

  test.skipIf(!isHere)('a change is seen at the next look, and the old value stays masked', async () => {
    await fixture.put('shop.example', { ...whole, password: 'changed-value-77' });
    expect(valueOf((await find('https://shop.example/'))?.password)).toBe('changed-value-77');
    const masked = vault.all().map(valueOf);
    expect(masked).toEqual(expect.arrayContaining([PASSWORD, 'changed-value-77']));
    await fixture.remove('shop.example');
    expect(await find('https://shop.example/')).toBeUndefined();
    expect(vault.all().map(valueOf)).toEqual(masked);
  });

  test.skipIf(!isHere)('no value is on disk in the clear', () => {
    const bytes = bytesBelow(fixture.folder);
    for (const value of [PASSWORD, 'changed-value-77', 'tok-123456789', 'port-8099-secret']) {
      expect(bytes.includes(value)).toBe(false);
      expect(bytes.includes(Buffer.from(value).toString('base64').slice(4, 14))).toBe(false);
    }
  });

  test.skipIf(!isHere)('whoever has the wrong key is denied', async () => {
    if (fixture.lockOut === undefined) return;
    await fixture.put('shop.example', whole);
    await fixture.lockOut();
    const fresh = createVault(fixture.options, fixture.place);
    const failure = await failureOf(fresh.find(webUrl('https://shop.example/'), never));
    expect(failure.code).toBe('vault.denied');
    expect(fresh.all()).toEqual([]);
    fresh.close();
  });
});
