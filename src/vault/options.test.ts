import { describe, expect, test } from 'vitest';
import { credentialsOptions, vaultOptions } from './options.js';

const ROLE = { roleIdFile: '/r', secretIdFile: '/s' };
const SERVER = { backend: 'hashicorp', address: 'https://vault.example:8200' };

function keysRefused(schema: typeof vaultOptions | typeof credentialsOptions, given: unknown): string[] | 'taken' {
  const parsed = schema.safeParse(given);
  if (parsed.success) return 'taken';
  return parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')],
  );
}

test('nothing said is the file vault', () => {
  expect(vaultOptions.parse({})).toEqual({ backend: 'file', path: 'secrets/browser/', autoInject: true });
});

describe('what a vault is told', () => {
  test.each<[string, unknown, string[] | 'taken']>([
    ['file with a passphrase', { passphraseFile: '/p' }, 'taken'],
    ['file with a key and a passphrase', { passphraseFile: '/p', keyFile: '/k' }, ['keyFile']],
    ['file with a key and the keyring', { keyring: true, keyFile: '/k' }, ['keyFile']],
    ['sops with the keyring', { backend: 'sops', file: '/f', keyring: false }, ['keyring']],
    ['sops with its file', { backend: 'sops', file: '/s.yaml', keyFile: '/k' }, 'taken'],
    ['sops without', { backend: 'sops' }, ['file']],
    ['env with a path', { backend: 'env', path: 'other/' }, ['path']],
    ['a server with a token', { ...SERVER, tokenFile: '/t' }, 'taken'],
    ['a server with a role', { ...SERVER, ...ROLE, namespace: 'team/web', timeoutMs: 500 }, 'taken'],
    ['a server with both', { ...SERVER, ...ROLE, tokenFile: '/t' }, ['tokenFile']],
    ['a server with half a role', { ...SERVER, roleIdFile: '/r' }, ['tokenFile']],
    ['a server with neither', SERVER, ['tokenFile']],
    ['no server', { backend: 'hashicorp', tokenFile: '/t' }, ['address']],
    ['a key of another backend', { tokenFile: '/t' }, ['tokenFile']],
    ['two of another backend', { backend: 'env', file: '/f', mount: 'kv' }, ['file', 'mount']],
    ['a token itself', { ...SERVER, token: 'hvs.x' }, ['token', 'tokenFile']],
    ['a path that climbs', { path: 'a/../b/' }, ['path']],
    ['a path without its end', { path: 'a' }, ['path']],
    ['no path at all', { path: '' }, 'taken'],
  ])('%s', (_, given, refused) => {
    expect(keysRefused(vaultOptions, given)).toEqual(refused);
  });

  test.each<[string, boolean]>([
    ['https://vault.example:8200', true],
    ['https://vault.example/', true],
    ['http://127.0.0.1:8200', true],
    ['http://[::1]:8200', true],
    ['http://localhost:8200', false],
    ['http://vault.example:8200', false],
    ['http://127.0.0.1.evil.example:8200', false],
    ['https://user:pass@vault.example', false],
    ['https://vault.example/v1/secret', false],
    ['https://vault.example?x', false],
    ['ftp://vault.example', false],
    ['vault.example', false],
  ])('address %s', (address, taken) => {
    expect(keysRefused(vaultOptions, { ...SERVER, address, tokenFile: '/t' }) === 'taken').toBe(taken);
  });
});

describe('what credentials are told', () => {
  test.each<[string, unknown, string[] | 'taken']>([
    ['nothing', {}, 'taken'],
    [
      'a seed and where its codes go',
      { accounts: { me: { seedFile: '/s', origins: ['https://a.example'] } } },
      'taken',
    ],
    ['a seed without origins', { accounts: { me: { seedFile: '/s' } } }, ['accounts.me.origins']],
    [
      'a manager with a seed',
      { provider: 'bitwarden', accounts: { me: { seedFile: '/s' } } },
      ['accounts.me.seedFile'],
    ],
    ['a manager with an account', { provider: '1password', accounts: { me: {} } }, 'taken'],
    [
      'an origin with a path',
      { provider: '1password', accounts: { me: { origins: ['https://a.example/x'] } } },
      ['accounts.me.origins.0'],
    ],
    [
      'a pattern',
      { provider: '1password', accounts: { me: { origins: ['https://*.example/'] } } },
      ['accounts.me.origins.0'],
    ],
  ])('%s', (_, given, refused) => {
    expect(keysRefused(credentialsOptions, given)).toEqual(refused);
  });
});
