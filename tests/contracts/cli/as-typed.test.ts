import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND, environment } from '../../fixtures/gatewright.js';

let workspace: string;
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-typed-'));
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Several at a time: most of each is the start of a process. */
const piped = (input: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = environment(workspace, { DISPLAY: '', WAYLAND_DISPLAY: '' });
    const child = execFile(process.execPath, [COMMAND, ...args], { env, timeout: 40_000 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr });
    });
    child.stdin?.end(input);
  });
const gw = (...args: string[]): Promise<Ran> => piped('', ...args);

interface Typed {
  readonly args: readonly string[];
  readonly status: number;
  /** On stdout for what went well, else on stderr. */
  readonly says: RegExp;
  readonly never?: RegExp;
}

const BAD_ARGUMENTS = ['explain', '--tool', 'browser_click', '--args', '{}'];
const TYPED: readonly Typed[] = [
  { args: ['help'], status: 0, says: /Examples:\n {2}gatewright add claude/u },
  { args: ['help', 'serve'], status: 0, says: /Usage: gatewright serve/u },
  { args: ['help', 'vault', 'add'], status: 0, says: /Usage: gatewright vault add \[options\] <host>/u },
  { args: ['help', 'nosuch'], status: 2, says: /unknown command 'nosuch'/u },
  { args: ['help', 'vault', 'ad'], status: 2, says: /unknown command 'ad'\n\(Did you mean add\?\)/u },
  { args: ['help', 'doctor', 'more'], status: 2, says: /unknown command 'more'\n\(doctor has none\)/u },
  {
    args: ['explain', '--tool', 'browser_clik'],
    status: 2,
    says: /no tool "browser_clik"; did you mean browser_click\?/u,
  },
  { args: ['profiles', 'remove', 'nosuch'], status: 1, says: /List them with: .*profiles list/u },
  {
    args: ['doctor', '--executable-path', '/nope'],
    status: 1,
    says: /fail {2}browser {8}none was found: .*\(--executable-path\); next: \S+ .*install-browser\n/u,
    never: /Tell the user/u,
  },
  { args: ['version'], status: 0, says: /^\d+\.\d+\.\d+$/mu },
  { args: ['-v'], status: 0, says: /^\d+\.\d+\.\d+$/mu },
  { args: ['serv'], status: 2, says: /unknown command 'serv'\n\(Did you mean serve\?\)/u, never: /config\.invalid/u },
  { args: ['vault', 'lst'], status: 2, says: /unknown command 'lst'\n\(Did you mean list\?\)/u },
  { args: ['vault', 'list', 'more'], status: 2, says: /too many arguments/u },
  { args: ['approvals', 'blah'], status: 2, says: /too many arguments/u },
  { args: ['serve', '--port', '9'], status: 2, says: /Here it is --http \[host:\]port/u },
  { args: ['serve', '--alow', 'x'], status: 2, says: /Did you mean --allow\?/u },
  ...['vault', 'audit', 'token', 'network', 'chrome', 'profiles'].map((group) => ({
    args: [group],
    status: 0,
    says: new RegExp(`^Usage: gatewright ${group}[^]*Example`, 'u'),
  })),
  { args: ['approvals'], status: 0, says: /No server is running/u },
  { args: ['sessions'], status: 0, says: /No server is running/u },
  { args: ['stop'], status: 0, says: /No server is running/u, never: /0 sessions/u },
  { args: ['audit', 'query', '--outcome', 'blah'], status: 2, says: /--outcome: must be ok, denied, failed/u },
  { args: ['audit', 'query', '--risk', 'blah'], status: 2, says: /--risk: must be low/u },
  { args: ['audit', 'replay', 'nosuch'], status: 1, says: /List them with: .*audit sessions/u },
  { args: ['approvals', 'code', 'remove'], status: 0, says: /No approval code is set/u, never: /removed/u },
  { args: ['approvals', 'code', '--help'], status: 0, says: /high or critical risk/u, never: /grave/u },
  { args: ['approvals', 'code', 'set', '--help'], status: 0, says: /6 to 200 characters/u },
  { args: ['serve', '--executable-path', '/nope'], status: 2, says: /\/nope is no program/u },
  { args: ['add', 'claude', '--print', '--executable-path', '/nope'], status: 2, says: /\/nope is no program/u },
  { args: ['serve', '--headed'], status: 2, says: /no screen for a window; leave out --headed/u },
  { args: ['serve', '--http', '99999'], status: 2, says: /http\.port .*must be at most 65535/u, never: /Too big/u },
  { args: BAD_ARGUMENTS, status: 2, says: /a target is missing/u, never: /Correct them|call again/u },
  { args: ['config', '--capabilities', '+fetch'], status: 0, says: /"human","fetch"/u },
  { args: ['config', '--capabilities', '+fetch,read'], status: 2, says: /--capabilities: give either all names/u },
  { args: ['config', '--capabilities', '+fetsch'], status: 2, says: /"fetsch"; did you mean fetch\?; valid: read/u },
  { args: ['init', '--sites', 'my site, http://foo'], status: 2, says: /my: a public site has a dot/u },
  { args: ['init', '--sites', 'localhost:3000'], status: 2, says: /go into --ports/u },
  { args: ['vault', 'capture', 'http://10.0.0.1'], status: 2, says: /policy does not let a browser open http:\/\/10/u },
  { args: ['console', '--port', 'x'], status: 2, says: /--port: must be a number/u },
  { args: ['doctor', '--workspace', '/proc/x'], status: 1, says: /fail {2}workspace {6}\/proc\/x/u, never: /ENOENT/u },
  { args: ['serve', '--workspace', '/proc/x'], status: 2, says: /\/proc\/x: no folder can be made/u, never: /ENOENT/u },
  { args: ['vault', 'remove', 'nosuch'], status: 1, says: /There is no identity for nosuch/u },
  { args: ['vault', 'test', 'nosuch'], status: 1, says: /There is no identity for nosuch/u },
  { args: ['token', 'add', 'no/slash'], status: 2, says: /no\/slash|name/u, never: /at .*\.js:/u },
  { args: ['chrome', 'stop'], status: 0, says: /No Chrome of this workspace was running/u },
  { args: ['chrome', 'status'], status: 1, says: /Not running/u },
  { args: ['resume'], status: 0, says: /Nothing was stopped or paused|No server is running/u },
  { args: ['explain', 'localhost:3000'], status: 0, says: /^ask {2}by open_loopback/u },
  { args: ['approvals', 'list', '--json'], status: 0, says: /^\[\]$/mu },
];

describe.concurrent('typed at a terminal', () => {
  test.each(TYPED)('gatewright $args', async ({ args, status, says, never }) => {
    const seen = await gw(...args);
    // Help for a mistake goes to stderr; what was asked for to stdout.
    expect(`${seen.stdout}${seen.stderr}`).toMatch(says);
    expect(seen.status).toBe(status);
    expect(`${seen.stdout}${seen.stderr}`).not.toMatch(never ?? /internal\.fault/u);
  });

  test('a command shows the flags that it heeds, and an example', async () => {
    const list = (await gw('vault', 'list', '--help')).stdout;
    expect(list).toContain('--config');
    expect(list).not.toMatch(/--headed|--http|--capabilities/u);
    expect(list).toContain('Example:\n  gatewright vault list');
    expect((await gw('console', '--help')).stdout).toMatch(/--port[^]*--open/u);
  });

  test('the vault takes a development server by its short name, and names a wrong key', async () => {
    const kept = await piped('correct-horse-battery\n', 'vault', 'add', 'localhost:4173', '--username', 'ada');
    expect(kept.stdout).toContain('http://localhost:4173');
    const again = await piped('{"pasword":"x"}', 'vault', 'add', 'y.com');
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('no such key: pasword')]);
    expect(again.stderr).not.toContain('Tell the operator');
    const pasted = await piped('correct-horse-battery\n', 'vault', 'add', 'https://x.com/login?a=1');
    expect(pasted.stdout).toContain('https://x.com');
    expect((await gw('vault', 'test', 'nosuch')).status).toBe(1);
  });

  test('a new token comes with the line for a client', async () => {
    const { stdout, status } = await gw('token', 'add', 'alice', '--http', '7800');
    expect(status).toBe(0);
    expect(stdout).toMatch(/claude mcp add --scope user .*http:\/\/127\.0\.0\.1:7800\/mcp .*cat .*tokens\/alice/u);
    expect(stdout).not.toContain(readFileSync(join(workspace, 'tokens', 'alice'), 'utf8').trim());
  });

  test('the record of commands is readable without a JSON reader', async () => {
    const set = await piped(
      'four-Green-5-apples\n',
      'approvals',
      'code',
      'set',
      '--workspace',
      join(workspace, 'other'),
    );
    expect(set.stdout).toContain('The code is set');
    const { stdout, stderr } = await gw('audit', 'tail', '--workspace', join(workspace, 'other'));
    expect(stderr).toMatch(/^WHEN \(UTC\) +OUTCOME +WHAT/u);
    expect(stdout).toMatch(/event {7}approval\.code {11}what set {2}by /u);
    expect(stdout).not.toMatch(/[{}"]/u);
    expect((await gw('audit', 'sessions')).stdout).toContain('No session is on the record');
  });

  test.each([
    [
      'snapshot: {excludeHiddenElements: false}',
      /snapshot\.excludeHiddenElements .*: this value is not in this version; it takes true$/mu,
    ],
    ['container: { engine: lxc }', /container\.engine .*: must be one of auto, docker, podman$/mu],
    [
      'browser: {profile: persistent, provider: container}',
      /browser\.profile .*: persistent needs browser\.provider: local; container keeps no profile of ours$/mu,
    ],
    ['sessions: {maxConcurrent: 0}', /sessions\.maxConcurrent .*: must be at least 1$/mu],
    ['network:\n  allow: [a.com\n', /line 2: \[ is opened and not closed with \]$/mu],
    ['a:\n\tb: 1\n', /line 2: indented with a tab; use spaces$/mu],
    ['network: !!js/function x', /line 1: a tag \(a word after !\) is not known; take it out$/mu],
    ['sessions: {memory: lots}', /sessions\.memory \S+: expected a size such as 512m$/mu],
    ['version: 1\nversion: 1\n', /line 2: the same key/mu],
  ])('%j is refused in one clear sentence', async (text, says) => {
    const file = join(mkdtempSync(join(workspace, 'wrong-')), 'gatewright.yaml');
    writeFileSync(file, text, { mode: 0o600 });
    const { status, stderr } = await gw('config', '--config', file);
    expect(stderr).toMatch(says);
    expect(status).toBe(2);
  });

  test('init says what an allowlist breaks, and what *. leaves out', async () => {
    const place = join(workspace, 'init');
    const { stdout, status } = await gw('init', '--sites', '*.example.com', '--ports', '3000', '--workspace', place);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\*\.example\.com does not include example\.com/u);
    expect(stdout).toMatch(/load nothing from other sites[^]*network suggest/u);
    expect(existsSync(join(place, 'gatewright.yaml'))).toBe(true);
  });

  test('a console heeds the port that it is given', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const env = environment(join(workspace, 'console'), { DISPLAY: '', WAYLAND_DISPLAY: '' });
    const child = spawn(process.execPath, [COMMAND, 'console', '--http', String(port)], { env });
    const printed = await new Promise<string>((resolve) => {
      let text = '';
      const add = (chunk: Buffer): void => {
        text += chunk.toString();
        if (text.includes('/enter/')) resolve(text);
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.once('exit', () => {
        resolve(text);
      });
    });
    child.kill('SIGTERM');
    expect(printed).toContain(`http://127.0.0.1:${String(port)}/enter/`);
  });

  test('a port that is taken by another program is told so', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = await gw('serve', '--http', String(port));
    other.close();
    expect(stderr).toContain(`another program listens on 127.0.0.1:${String(port)}`);
    expect(status).toBe(2);
  });
});
