import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentialsOptions } from '../../../src/vault/options.js';
import { createCredentials } from '../../../src/vault/index.js';
import { writeSecret } from '../../fixtures/vault-places.js';
import { findVaultTools } from '../../fixtures/vault-tools.js';
import { failureOf } from './failure-of.js';

const never = new AbortController().signal;
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const { oathtool } = findVaultTools();

let folder: string;
let bin: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gw-credentials-'));
  bin = join(folder, 'bin');
  mkdirSync(bin);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (given: unknown, environment: Record<string, string> = {}) =>
  createCredentials(credentialsOptions.parse(given), {
    environment: { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: folder, ...environment },
  });

/** A small command in the place of a paid one; it notes how it was called. */
function fake(program: string, script: string): void {
  const path = join(bin, program);
  const note = join(folder, 'called');
  writeFileSync(
    path,
    `#!${process.execPath}\nconst note = ${JSON.stringify(note)};
    const args = process.argv.slice(2);
    require('fs').appendFileSync(note, JSON.stringify({ args, env: process.env }) + '\\n');
    const fail = (said, status = 1) => { process.stderr.write(said); process.exit(status); };
    ${script}`,
  );
  chmodSync(path, 0o755);
}
const calls = () =>
  readFileSync(join(folder, 'called'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { args: string[]; env: Record<string, string> });

describe.skipIf(!oathtool)('oathtool, the real one', () => {
  const account = (text: string) => ({
    me: { seedFile: writeSecret(folder, 'seed', text), origins: ['https://a.example'] },
  });
  const codesAround = (totp: TOTP) =>
    [-1, 0, 1].map((step) => totp.generate({ timestamp: Date.now() + step * totp.period * 1000 }));

  test.each([
    ['a base32 seed', `${SEED}\n`, new TOTP({ secret: SEED })],
    ['one in groups, in small letters', 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp', new TOTP({ secret: SEED })],
    [
      'a URI with its own ways',
      `otpauth://totp/x?secret=${SEED}&algorithm=SHA256&digits=8&period=60`,
      new TOTP({ secret: SEED, algorithm: 'SHA256', digits: 8, period: 60 }),
    ],
  ])('makes the code of %s', async (_, text, totp) => {
    const kept = await open({ accounts: account(text) }).code('me', never);
    expect(codesAround(totp)).toContain(kept.value);
    expect(kept).toMatchObject({ name: 'TOTP_ME', origins: ['https://a.example'], use: 'code' });
  });

  test.each([
    ['no seed', 'hunter2 hunter2 !', 'vault.bad-record'],
    ['a switch in its place', '--help', 'vault.bad-record'],
  ])('%s is refused', async (_, text, code) => {
    const failure = await failureOf(open({ accounts: account(text) }).code('me', never));
    expect(failure.code).toBe(code);
    expect(inspect(failure)).not.toContain('hunter2');
  });

  test('a seed that others may read is refused', async () => {
    const accounts = account(SEED);
    chmodSync(accounts.me.seedFile, 0o644);
    expect((await failureOf(open({ accounts }).code('me', never))).code).toBe('vault.denied');
  });

  test('has no passwords, and no accounts that nobody named', async () => {
    const credentials = open({ accounts: account(SEED) });
    expect((await failureOf(credentials.password('me', never))).code).toBe('vault.no-credential');
    expect((await failureOf(credentials.code('constructor', never))).code).toBe('vault.no-credential');
  });
});

test('the seed goes in by stdin and is no argument', async () => {
  fake('oathtool', `if (require('fs').readFileSync(0, 'utf8') === '${SEED}\\n') console.log('123456');`);
  const seedFile = writeSecret(folder, 'seed', SEED);
  const credentials = open({ accounts: { me: { seedFile, origins: ['https://a.example'] } } });
  expect((await credentials.code('me', never)).value).toBe('123456');
  expect(JSON.stringify(calls())).not.toContain(SEED);
});

const OP = `
  const [kind, verb, f, json, dashes, name] = args;
  if ([kind, verb, f, json, dashes].join(' ') !== 'item get --format json --') fail('unknown flag');
  if (name === 'nobody') fail('[ERROR] "nobody" isn\\'t an item. Specify the item with its UUID, name, or domain.');
  if (process.env.OP_SERVICE_ACCOUNT_TOKEN === undefined) fail('[ERROR] You are not currently signed in.');
  console.log(JSON.stringify({ id: 'x', title: name, fields: [
    { id: 'username', type: 'STRING', purpose: 'USERNAME', value: 'ann' },
    { id: 'password', type: 'CONCEALED', purpose: 'PASSWORD', value: 'op-pass-12345' },
    { id: 'TOTP_1', type: 'OTP', value: 'otpauth://totp/x?secret=${SEED}', totp: '654321' },
  ], urls: [{ primary: true, href: 'https://a.example/login' }, { href: 'http://plain.example' }, { href: 'b.example' }, { href: 'javascript:alert(1)' }] }));`;
const BW = `
  const [get, what, dashes, name] = args;
  const id = '11111111-2222-3333-4444-555555555555';
  if (get !== 'get' || dashes !== '--') fail('usage');
  if (process.env.BW_SESSION === undefined) fail('Vault is locked.');
  if (what === 'totp') { if (name === id) console.log('654321'); else fail('Not found.'); }
  else if (name === 'nobody') fail('Not found.');
  else console.log(JSON.stringify({ object: 'item', id, name, login: {
    username: 'ann', password: 'bw-pass-12345', totp: '${SEED}', uris: [{ match: null, uri: 'https://a.example/login' }, { uri: 'https://*.example' }] } }));`;
const NOTES: Readonly<Record<string, string>> = {
  uri: `Opened in 2019.\notpauth://totp/Work:ann?secret=${SEED}&digits=8&period=60\nask Bob`,
  line: `recovery mail: x@a.example\nTOTP: ${SEED.replace(/(.{4})/gu, '$1 ')
    .toLowerCase()
    .trim()}\n`,
  prose: 'The TOTP is on my phone.',
  wrong: 'totp seed: AAAA',
};
const LPASS = `
  const NOTES = ${JSON.stringify(NOTES)};
  const [show, color, json, dashes, name] = args;
  if ([show, color, json, dashes].join(' ') !== 'show --color=never --json --') fail('usage');
  if (process.env.LPASS_DISABLE_PINENTRY !== '1') setInterval(() => 0, 1000);
  else if (process.env.LPASS_HOME === undefined) fail('Error: Could not find decryption key. Perhaps you need to login with \`lpass login\`.');
  else if (name === 'nobody') fail('Error: Could not find specified account(s).');
  else console.log(JSON.stringify([{ id: '1', name, fullname: 'Work/' + name, username: 'ann', password: 'lp-pass-12345', last_modified_gmt: '0', last_touch: '0', group: 'Work', url: 'https://a.example/', note: NOTES[name] ?? '' }]));`;

describe.each([
  [
    '1password',
    'op',
    OP,
    { OP_SERVICE_ACCOUNT_TOKEN: 't' },
    'op-pass-12345',
    ['https://a.example', 'https://b.example'],
    '654321',
  ],
  ['bitwarden', 'bw', BW, { BW_SESSION: 's' }, 'bw-pass-12345', ['https://a.example'], '654321'],
  ['lastpass', 'lpass', LPASS, { LPASS_HOME: '/x' }, 'lp-pass-12345', ['https://a.example'], undefined],
] as const)('%s', (provider, program, script, session, password, origins, code) => {
  const signedIn = (accounts?: object) => open({ provider, ...(accounts !== undefined && { accounts }) }, session);

  test('gives a password bound to the item’s own https sites', async () => {
    fake(program, script);
    const kept = await signedIn().password('Git hub/me', never);
    expect(kept).toEqual({ name: 'PASSWORD_GIT_HUB_ME', value: password, origins, use: 'password' });
  });

  test('gives a code, where its command has them', async () => {
    fake(program, script);
    if (code === undefined) expect((await failureOf(signedIn().code('me', never))).code).toBe('vault.no-credential');
    else expect(await signedIn().code('me', never)).toEqual({ name: 'TOTP_ME', value: code, origins, use: 'code' });
  });

  test('the operator’s origins count instead of the item’s, and only the accounts that are named', async () => {
    fake(program, script);
    const credentials = signedIn({ me: { origins: ['https://only.example'] } });
    expect((await credentials.password('me', never)).origins).toEqual(['https://only.example']);
    expect((await failureOf(credentials.password('boss', never))).code).toBe('vault.no-credential');
    expect(calls()).toHaveLength(1);
  });

  test('nobody by that name, a locked vault, no command', async () => {
    expect((await failureOf(open({ provider }, { PATH: bin }).password('me', never))).code).toBe('vault.unavailable');
    fake(program, script);
    expect((await failureOf(signedIn().password('nobody', never))).code).toBe('vault.no-credential');
    expect((await failureOf(open({ provider }).password('me', never))).code).toBe('vault.denied');
  });

  test('garbage, noise, a crash and a flood show nothing of themselves', async () => {
    for (const how of [
      `console.log('{"password":"${password}"')`,
      `fail('panic: ${password}', 3)`,
      `process.stdout.write('${password}'.repeat(200000))`,
      `console.log('[]')`,
    ]) {
      fake(program, how);
      const failure = await failureOf(signedIn().password('me', never));
      expect(failure.code).toMatch(/^vault\.(?:unavailable|bad-record|no-credential)$/u);
      expect(inspect(failure)).not.toContain(password);
    }
  });

  test('gets its own session and nothing else of the process', async () => {
    fake(program, script);
    const extra = {
      ...session,
      NODE_OPTIONS: '',
      LD_PRELOAD: '',
      GATEWRIGHT_IDENTITY_A: PASSWORD_ELSEWHERE,
      AWS_SECRET: 'x',
    };
    await open({ provider }, extra).password('me', never);
    const names = Object.keys(calls()[0]?.env ?? {});
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', ...Object.keys(session)]));
    expect(names).not.toEqual(expect.arrayContaining(['GATEWRIGHT_IDENTITY_A']));
    expect(names.filter((name) => /NODE_OPTIONS|LD_PRELOAD|AWS|GATEWRIGHT/u.test(name))).toEqual([]);
  });

  test.each(['--help', '-x', '', ' me', 'a\nb', 'a\u0000b', 'a\u202Eb', 'x'.repeat(201), '!!!'])(
    'the account %j never reaches the command',
    async (account) => {
      fake(program, script);
      expect((await failureOf(signedIn().password(account, never))).code).toBe('call.bad-arguments');
      expect(() => calls()).toThrow();
    },
  );

  test('two accounts of one name are an error', async () => {
    fake(program, script);
    const credentials = signedIn();
    await credentials.password('a.b', never);
    await credentials.password('a.b', never);
    expect((await failureOf(credentials.password('a-b', never))).code).toBe('vault.name-taken');
  });
});

const PASSWORD_ELSEWHERE = 'elsewhere-12345';

test('a command that hangs ends with the call, and its children with it', async () => {
  fake(
    'op',
    `const { spawn } = require('child_process'); const c = spawn('sleep', ['300']);
    require('fs').writeFileSync(note + '.pids', process.pid + ' ' + c.pid); setInterval(() => 0, 1000);`,
  );
  const failure = await failureOf(open({ provider: '1password' }).password('me', AbortSignal.timeout(1500)));
  expect(failure.code).toBe('call.cancelled');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const pids = readFileSync(join(folder, 'called.pids'), 'utf8').split(' ').map(Number);
  for (const pid of pids) expect(isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return !/State:\s+[ZX]/u.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('provider none has nothing', async () => {
  expect((await failureOf(open({ provider: 'none' }).password('me', never))).code).toBe('vault.no-credential');
});

describe('one-time codes of lastpass, whose command has none', () => {
  const lastpass = () => open({ provider: 'lastpass' }, { LPASS_HOME: '/x' });

  test.each([
    ['uri', new TOTP({ secret: SEED, digits: 8, period: 60 })],
    ['line', new TOTP({ secret: SEED })],
  ])('are made from the seed in the notes: %s', async (account, totp) => {
    fake('lpass', LPASS);
    const kept = await lastpass().code(account, never);
    const around = [-1, 0, 1].map((step) => totp.generate({ timestamp: Date.now() + step * totp.period * 1000 }));
    expect(around).toContain(kept.value);
    expect(kept).toMatchObject({ origins: ['https://a.example'], use: 'code' });
    expect(JSON.stringify([kept, calls().map(({ args }) => args)])).not.toContain(SEED);
    expect(calls().map(({ args }) => args)).toEqual([['show', '--color=never', '--json', '--', account]]);
  });

  test('no seed, and one that is none', async () => {
    fake('lpass', LPASS);
    expect((await failureOf(lastpass().code('prose', never))).code).toBe('vault.no-credential');
    expect((await failureOf(lastpass().code('wrong', never))).code).toBe('vault.bad-record');
  });
});
