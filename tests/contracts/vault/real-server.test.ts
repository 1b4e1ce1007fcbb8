import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identities } from '../../../src/core/index.js';
import { createVault } from '../../../src/vault/index.js';
import { vaultOptions } from '../../../src/vault/options.js';
import { TEST_AUTHORITY, TEST_CERTIFICATE, TEST_KEY } from '../../fixtures/certificates.js';
import { bytesBelow, writeSecret } from '../../fixtures/vault-places.js';
import { startVaultServer } from '../../fixtures/vault-server.js';
import type { RunningVault } from '../../fixtures/vault-server.js';
import { findVaultTools } from '../../fixtures/vault-tools.js';
import { failureOf } from './failure-of.js';
import { webUrl } from './web-url.js';

const PASSWORD = 'Tr0ub4dor-server&3';
const never = new AbortController().signal;
const { server: binary } = findVaultTools();

describe.skipIf(binary === undefined)('a real server', () => {
  let server: RunningVault;
  let folder: string;
  const opened: Identities[] = [];

  beforeAll(async () => {
    server = await startVaultServer(binary ?? '');
    await server.put('a.example', { domain: 'a.example', password: PASSWORD });
  });
  afterAll(async () => {
    await server.close();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gw-real-vault-'));
  });
  afterEach(() => {
    for (const vault of opened.splice(0)) vault.close();
    expect(bytesBelow(folder).includes(PASSWORD)).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (extra: object) => {
    const options = vaultOptions.parse({ backend: 'hashicorp', address: server.address, ...extra });
    const vault = createVault(options, { folder, environment: {} });
    opened.push(vault);
    return (url = 'https://a.example/') => vault.find(webUrl(url), never);
  };
  const byToken = (token: string) => ({ tokenFile: writeSecret(folder, 'token', token) });
  const byRole = ({ roleId, secretId }: { roleId: string; secretId: string }) => ({
    roleIdFile: writeSecret(folder, 'role-id', roleId),
    secretIdFile: writeSecret(folder, 'secret-id', secretId),
  });

  test('a token is renewed before its lease ends, while nobody asks', async () => {
    const find = open(byToken(await server.makeToken({ ttl: '2s' })));
    expect((await find())?.password).toBeDefined();
    await pause(4500);
    expect((await find())?.password).toBeDefined();
  });

  test('a lease that ended in the middle is a clear error, and a new token in the file mends it', async () => {
    const login = byToken(await server.makeToken({ ttl: '1s', maxTtl: '1s' }));
    const find = open(login);
    expect((await find())?.password).toBeDefined();
    await pause(2200);
    const failure = await failureOf(find());
    expect(failure.code).toBe('vault.denied');
    expect(inspect(failure)).not.toMatch(/hvs\.|Tr0ub/u);
    writeFileSync(login.tokenFile, await server.makeToken());
    expect((await find())?.password).toBeDefined();
  });

  test('a role logs in again when its lease ended', async () => {
    const find = open(byRole(await server.makeRole({ ttl: '1s', maxTtl: '1s' })));
    expect((await find())?.password).toBeDefined();
    await pause(2200);
    expect((await find())?.password).toBeDefined();
  });

  test('a revoked token is denied', async () => {
    const token = await server.makeToken();
    const find = open(byToken(token));
    expect((await find())?.password).toBeDefined();
    await server.revoke(token);
    expect((await failureOf(find())).code).toBe('vault.denied');
  });

  test('a wrong secret id is denied', async () => {
    const { roleId } = await server.makeRole({ ttl: '1h' });
    const failure = await failureOf(open(byRole({ roleId, secretId: 'not-this-one' }))());
    expect(failure.code).toBe('vault.denied');
    expect(inspect(failure)).not.toContain(roleId);
  });

  test('a token that may read and not list finds by the host alone', async () => {
    const find = open(byToken(await server.makeToken({ policy: 'no-list' })));
    expect((await find())?.password).toBeDefined();
    expect(await find('https://b.example/')).toBeUndefined();
  });

  test('a token for other paths is denied', async () => {
    expect((await failureOf(open(byToken(await server.makeToken({ policy: 'nothing' })))())).code).toBe('vault.denied');
  });

  test('a mount of version 1, or none, is never taken for an empty vault', async () => {
    await server.ask('POST', 'sys/mounts/old', { type: 'kv', options: { version: '1' } });
    await server.ask('PUT', 'sys/policies/acl/reader', {
      policy: `path "old/*" { capabilities = ["read", "list"] }
        path "absent/*" { capabilities = ["read", "list"] }
        path "secret/data/secrets/browser/*" { capabilities = ["read"] }
        path "secret/metadata/secrets/browser/*" { capabilities = ["list"] }`,
    });
    const token = byToken(await server.makeToken());
    expect((await failureOf(open({ ...token, mount: 'old' })())).code).toBe('vault.unavailable');
    expect((await failureOf(open({ ...token, mount: 'absent' })())).code).toMatch(/^vault\.(?:unavailable|denied)$/u);
    expect((await open(token)())?.password).toBeDefined();
  });

  test('a sealed server, and one that died, are unavailable', async () => {
    const other = await startVaultServer(binary ?? '');
    await other.put('a.example', { domain: 'a.example', password: PASSWORD });
    const find = open({ address: other.address, ...byToken(await other.makeToken()) });
    expect((await find())?.password).toBeDefined();
    await other.seal();
    expect((await failureOf(find())).code).toBe('vault.unavailable');
    await other.close();
    expect((await failureOf(find())).code).toBe('vault.unavailable');
  });

  test('over TLS only an authority that the operator named is trusted, whatever the process is told', async () => {
    const cert = writeSecret(folder, 'cert.pem', TEST_CERTIFICATE);
    const key = writeSecret(folder, 'key.pem', TEST_KEY);
    const caFile = writeSecret(folder, 'ca.pem', TEST_AUTHORITY);
    const secure = await startVaultServer(binary ?? '', { cert, key });
    await secure.put('a.example', { domain: 'a.example', password: PASSWORD });
    const login = { address: secure.address, ...byToken(await secure.makeToken()) };
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect((await open({ ...login, caFile })())?.password).toBeDefined();
      const failure = await failureOf(open(login)());
      expect([failure.code, failure.hint]).toEqual(['vault.unavailable', "the server's certificate is not trusted"]);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      await secure.close();
    }
  });
});
