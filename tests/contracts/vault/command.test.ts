import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMAND, environment } from '../../fixtures/gatewright.js';
import { bytesBelow } from '../../fixtures/vault-places.js';

const PASSWORD = 'Tr0ub4dor-command&3';

// Each of them starts the command several times over.
vi.setConfig({ testTimeout: 180_000 });

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-vault-command-'));
});
afterEach(() => {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function vault(args: readonly string[], input = '', env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [COMMAND, 'vault', ...args], { env: environment(workspace, env) });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (status) => {
      resolve({ status, out, err });
    });
  });
}

/** Nothing that was printed and nothing in the workspace has the value. */
function expectUnseen(...ended: readonly Ended[]): void {
  for (const { out, err } of ended) expect(out + err).not.toContain(PASSWORD);
  expect(bytesBelow(workspace).includes(PASSWORD)).toBe(false);
}

describe('an identity', () => {
  test('is added from stdin, listed, tested and removed, and its password is seen nowhere', async () => {
    const added = await vault(['add', 'GitHub.com', '--username', 'octo', '--json'], `${PASSWORD}\n`);
    expect(added).toMatchObject({ status: 0 });
    const kept = { host: 'github.com', origins: ['https://github.com'], username: 'octo', holds: ['password'] };
    expect(JSON.parse(added.out)).toEqual(kept);
    const listed = await vault(['list', '--json']);
    expect(JSON.parse(listed.out)).toEqual([kept]);
    const tested = await vault(['test', '--json']);
    expect([tested.status, JSON.parse(tested.out)]).toEqual([0, { backend: 'file', identities: [kept] }]);
    const one = await vault(['test', 'github.com']);
    expect([one.status, (await vault(['test', 'other.example'])).status]).toEqual([0, 1]);
    const removed = await vault(['remove', 'github.com', '--json']);
    expect([removed.status, JSON.parse(removed.out)]).toEqual([0, { host: 'github.com', removed: true }]);
    expect((await vault(['remove', 'github.com'])).status).toBe(1);
    expectUnseen(added, listed, tested, one, removed);
  });

  test('is added by an address, and a key that is not known is named', async () => {
    const added = await vault(['add', 'https://github.com/login?next=x', '--json'], `${PASSWORD}\n`);
    expect(JSON.parse(added.out)).toMatchObject({ host: 'github.com', origins: ['https://github.com'] });
    const wrong = await vault(['add', 'a.example'], JSON.stringify({ pasword: PASSWORD }));
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('no such key: pasword')]);
    expectUnseen(added, wrong);
  });

  test('is made of a Playwright storage state', async () => {
    const file = join(workspace, '..', `state-${process.pid}.json`);
    const cookie = { name: 'sid', value: PASSWORD, domain: '.shop.example', path: '/', expires: -1, httpOnly: true };
    const other = { ...cookie, domain: 'ads.example' };
    const local = { origin: 'https://www.shop.example', localStorage: [{ name: 'token', value: `${PASSWORD}2` }] };
    try {
      const state = { cookies: [{ ...cookie, secure: true, sameSite: 'Lax' }, other], origins: [local] };
      writeFileSync(file, JSON.stringify(state));
      const added = await vault(['import', file, '--username', 'ada', '--json']);
      expect(JSON.parse(added.out)).toEqual({
        host: 'www.shop.example',
        origins: ['https://www.shop.example'],
        username: 'ada',
        holds: ['1 cookie', '1 stored item'],
      });
      writeFileSync(file, JSON.stringify({ cookies: [cookie, other], origins: [] }));
      const several = await vault(['import', file]);
      expect([several.status, several.err]).toEqual([2, expect.stringContaining('--origin')]);
      writeFileSync(file, 'no json');
      expect((await vault(['import', file])).status).toBe(2);
      expectUnseen(added, several);
    } finally {
      rmSync(file);
    }
  });

  test('is added as a whole record', async () => {
    const record = {
      password: PASSWORD,
      totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      cookies: [{ name: 'sid', value: 'c00kie-123456' }],
      localStorage: { theme: 'dark' },
      signIn: { url: 'http://127.0.0.1:8099/login', password: '#p' },
    };
    const added = await vault(['add', 'http://127.0.0.1:8099', '--name', 'local'], JSON.stringify(record));
    expect(added.status).toBe(0);
    expect(added.out).toContain('http://127.0.0.1:8099 (sent without encryption)');
    expect(added.out).toContain('password, one-time codes, sign-in, 1 cookie, 1 stored item');
    expectUnseen(added);
  });

  test('that is there is replaced only when asked to', async () => {
    await vault(['add', 'a.example'], `${PASSWORD}\n`);
    const again = await vault(['add', 'a.example'], 'another-password\n');
    expect([again.status, again.err]).toEqual([2, expect.stringContaining('--replace')]);
    expect((await vault(['add', 'a.example', '--replace'], 'another-password\n')).status).toBe(0);
  });

  test('with a short password is kept, and the operator is told what that means', async () => {
    const added = await vault(['add', 'a.example'], 'Qz7~\n');
    expect(added.status).toBe(0);
    expect(added.err).toContain('too short to be masked elsewhere');
    expect(added.err).toContain('at least six characters');
    const listed = await vault(['list', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject([{ host: 'a.example', holds: ['password'] }]);
    expect(added.out + added.err + listed.out).not.toContain('Qz7~');
  });

  test('added by several processes at once is lost by none', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.example`);
    const all = await Promise.all(hosts.map((host) => vault(['add', host], `${PASSWORD}\n`)));
    expect(all.map(({ status }) => status)).toEqual(hosts.map(() => 0));
    const listed = JSON.parse((await vault(['list', '--json'])).out) as { host: string }[];
    expect(listed.map(({ host }) => host)).toEqual(hosts);
    expect(readdirSync(join(workspace, 'vault')).sort()).toEqual(['identities.age', 'key.txt']);
    expectUnseen(...all);
  });

  test.each<[string, string[], string, number]>([
    ['nothing on stdin', ['add', 'a.example'], '', 2],
    ['two lines that are no record', ['add', 'a.example'], `${PASSWORD}\nx\n`, 2],
    ['half a record', ['add', 'a.example'], `{"password":"${PASSWORD}"`, 2],
    ['a key that is not known', ['add', 'a.example'], `{"pasword":"${PASSWORD}"}`, 1],
    ['a password of spaces', ['add', 'a.example'], '   \n', 1],
    ['a record for another site', ['add', 'a.example'], `{"domain":"b.example","password":"${PASSWORD}"}`, 1],
    ['an empty record', ['add', 'a.example'], '{}', 1],
    ['a path for a host', ['add', 'a.example/x'], `${PASSWORD}\n`, 2],
    ['a user name in the host', ['add', 'me@a.example'], `${PASSWORD}\n`, 2],
    ['a password as an argument', ['add', 'a.example', PASSWORD], '', 2],
  ])('is refused: %s', async (_, args, input, status) => {
    const ended = await vault(args, input);
    expect(ended.status).toBe(status);
    expectUnseen(ended);
    expect(JSON.parse((await vault(['list', '--json'])).out)).toEqual([]);
  });
});

describe('a backend that is only read here', () => {
  const record = JSON.stringify({ domain: 'git-hub.example', username: 'octo', password: PASSWORD });
  const env = { GATEWRIGHT_IDENTITY_GIT_HUB_EXAMPLE: record };
  beforeEach(() => {
    writeFileSync(join(workspace, 'gatewright.yaml'), 'version: 1\nvault: { backend: env }\n');
  });

  test('is listed and tested, and says where to add', async () => {
    const listed = await vault(['list', '--json'], '', env);
    expect(JSON.parse(listed.out)).toMatchObject([{ host: 'git-hub.example', username: 'octo', holds: ['password'] }]);
    const tested = await vault(['test', 'git-hub.example'], '', env);
    expect(tested.status).toBe(0);
    const added = await vault(['add', 'new.example'], 'not-even-read\n', env);
    expect([added.status, added.err]).toEqual([2, expect.stringContaining('GATEWRIGHT_IDENTITY_NEW_EXAMPLE')]);
    expect((await vault(['remove', 'git-hub.example'], '', env)).status).toBe(2);
    expectUnseen(listed, tested, added);
  });

  test('shows a broken record as broken, without a word of it', async () => {
    const broken = { GATEWRIGHT_IDENTITY_BAD_EXAMPLE: `{"domain":"bad.example","x":"${PASSWORD}"}` };
    const tested = await vault(['test', 'bad.example'], '', broken);
    expect(tested.status).toBe(1);
    expect(tested.out).toContain('has a key that is not known');
    expectUnseen(tested);
  });
});

test('a relative path in the file is meant from where the file is', async () => {
  writeFileSync(join(workspace, 'pass'), 'a long enough passphrase\n', { mode: 0o600 });
  writeFileSync(join(workspace, 'gatewright.yaml'), 'version: 1\nvault: { passphraseFile: pass }\n');
  expect((await vault(['add', 'a.example'], `${PASSWORD}\n`)).status).toBe(0);
  expect(readdirSync(join(workspace, 'vault')).sort()).toEqual(['identities.age', 'key.age']);
  expect(readFileSync(join(workspace, 'vault', 'key.age')).includes('AGE-SECRET')).toBe(false);
});
