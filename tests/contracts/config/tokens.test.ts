import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveCallers } from '../../../src/config/live-callers.js';
import { checkConfig } from '../../../src/config/load.js';
import { addToken, ensureLocalToken, listTokens, revokeToken, rotateToken } from '../../../src/config/tokens.js';
import { openWorkspace } from '../../../src/config/workspace.js';
import type { Workspace } from '../../../src/config/workspace.js';

let base: string;
let workspace: Workspace;
let log: string[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gw-tokens-')));
  workspace = openWorkspace(join(base, 'ws'));
  log = [];
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

/** As a server does it, with these teams in its configuration. */
const openTokens = (place: Workspace, teams: object) => {
  const gathered = { raw: { teams }, file: join(base, 'gatewright.yaml'), settings: [], cwd: base };
  const loaded = { ...checkConfig(gathered), workspace: place.root, environment: {} };
  const callers = new LiveCallers({ loaded, workspace: place, log: (line) => log.push(line) });
  return { callers, authenticate: (token: string) => callers.authenticate(token) };
};
const tokenIn = (path: string) => readFileSync(path, 'utf8').trim();
const refused = (act: () => unknown): unknown => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('the local token', () => {
  it('is made once, closed to others, and long', () => {
    const first = ensureLocalToken(workspace);
    const token = tokenIn(first.path);
    expect(first.made).toBe(true);
    expect(ensureLocalToken(workspace).made).toBe(false);
    expect(tokenIn(first.path)).toBe(token);
    expect(lstatSync(first.path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('belongs to local, and nothing else does', () => {
    const token = tokenIn(ensureLocalToken(workspace).path);
    const { authenticate } = openTokens(workspace, {});
    expect(authenticate(token)).toEqual({ id: 'local' });
    for (const other of ['', token.slice(1), `${token}x`, token.toUpperCase(), 'local', `${token}\n`]) {
      expect(authenticate(other)).toBeUndefined();
    }
  });

  it('is nobody’s while there is none: an empty token opens nothing', () => {
    expect(openTokens(workspace, {}).authenticate('')).toBeUndefined();
  });

  it('is refused when others may read it, when it is a link, when it is short', () => {
    const { path } = ensureLocalToken(workspace);
    chmodSync(path, 0o644);
    expect(refused(() => openTokens(workspace, {}))).toBe('config.workspace');
    rmSync(path);
    writeFileSync(join(base, 'elsewhere'), 'a'.repeat(43), { mode: 0o600 });
    symlinkSync(join(base, 'elsewhere'), path);
    expect(refused(() => openTokens(workspace, {}))).toBeDefined();
    rmSync(path);
    writeFileSync(path, 'short\n', { mode: 0o600 });
    expect(refused(() => openTokens(workspace, {}))).toBe('config.workspace');
  });
});

describe('further tokens', () => {
  it('are callers of their own, until they are rotated or revoked, while the server runs', () => {
    ensureLocalToken(workspace);
    const { authenticate } = openTokens(workspace, {});
    const path = addToken(workspace, 'ci');
    const first = tokenIn(path);
    expect(authenticate(first)).toEqual({ id: 'ci' });
    rotateToken(workspace, 'ci');
    const second = tokenIn(path);
    expect([authenticate(first), authenticate(second)]).toEqual([undefined, { id: 'ci' }]);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    revokeToken(workspace, 'ci');
    expect(authenticate(second)).toBeUndefined();
  });

  it.each(['../token', 'A', '', 'a/b', '.', 'x'.repeat(41), 'a b', '-a'])('cannot be named %j', (name) => {
    expect(refused(() => addToken(workspace, name))).toBe('config.invalid');
  });

  it('are not made twice, and not removed when they are not there', () => {
    addToken(workspace, 'ci');
    expect(refused(() => addToken(workspace, 'ci'))).toBe('config.invalid');
    expect(refused(() => revokeToken(workspace, 'nobody'))).toBe('config.invalid');
    expect(refused(() => rotateToken(workspace, 'nobody'))).toBe('config.invalid');
  });

  it('that two share are refused, because nobody could tell who calls', () => {
    const { path } = ensureLocalToken(workspace);
    writeFileSync(join(workspace.tokens, 'copy'), readFileSync(path), { mode: 0o600 });
    expect(refused(() => openTokens(workspace, {}))).toBe('config.workspace');
  });
});

describe('a team', () => {
  const web = { browser: { allowed_domains: ['a.example'], timeout_ms: 5000 }, tools: ['browser_*'] };

  it('narrows the principal of its token, from its own file or from the workspace', () => {
    const file = join(base, 'web.token');
    writeFileSync(file, 't'.repeat(40), { mode: 0o600 });
    const ops = tokenIn(addToken(workspace, 'ops'));
    const { authenticate } = openTokens(workspace, { web: { ...web, tokenFile: file }, ops: { browser: {} } });
    expect(authenticate('t'.repeat(40))).toEqual({
      id: 'web',
      team: { name: 'web', hasBrowser: true, tools: ['browser_*'], allowedDomains: [['a.example']], timeoutMs: 5000 },
    });
    expect(authenticate(ops)).toEqual({ id: 'ops', team: { name: 'ops', hasBrowser: true } });
    expect(listTokens(workspace, { ops: { browser: {} } }).map(({ name, team }) => [name, team])).toEqual([
      ['ops', true],
    ]);
  });

  it('whose file is missing or open to others does not start', () => {
    const file = join(base, 'web.token');
    expect(refused(() => openTokens(workspace, { web: { ...web, tokenFile: file } }))).toBe('config.workspace');
    writeFileSync(file, 't'.repeat(40), { mode: 0o644 });
    expect(refused(() => openTokens(workspace, { web: { ...web, tokenFile: file } }))).toBe('config.workspace');
  });
});

describe('a token file that goes bad while the server runs', () => {
  it('keeps what it was while it is half written, and says so', () => {
    const path = addToken(workspace, 'ci');
    const first = tokenIn(path);
    const { callers, authenticate } = openTokens(workspace, {});
    writeFileSync(path, 'half', { mode: 0o600 });
    expect(authenticate(first)).toEqual({ id: 'ci' });
    expect(authenticate('half')).toBeUndefined();
    expect(callers.problems.join()).toContain(path);
    expect(log.join()).toContain(path);
    expect(log.join()).not.toContain('half');
    writeFileSync(path, 'n'.repeat(40), { mode: 0o600 });
    expect([authenticate(first), authenticate('n'.repeat(40))]).toEqual([undefined, { id: 'ci' }]);
    expect(callers.problems).toEqual([]);
  });

  it('opens nothing while others may read it', () => {
    const path = addToken(workspace, 'ci');
    const { callers, authenticate } = openTokens(workspace, {});
    chmodSync(path, 0o644);
    expect(authenticate(tokenIn(path))).toBeUndefined();
    expect(callers.problems.join()).toContain('refused meanwhile');
    chmodSync(path, 0o600);
    expect(authenticate(tokenIn(path))).toEqual({ id: 'ci' });
  });

  it('that takes the token of another leaves it to the other', () => {
    const path = addToken(workspace, 'ci');
    const { callers, authenticate } = openTokens(workspace, {});
    writeFileSync(join(workspace.tokens, 'aa'), readFileSync(path), { mode: 0o600 });
    expect(authenticate(tokenIn(path))).toEqual({ id: 'ci' });
    expect(callers.problems.join()).toContain('same token');
  });
});
