import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND, runCommand, start } from '../../fixtures/gatewright.js';

const FILES = {
  claude: '.claude.json',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
  windsurf: '.codeium/windsurf/mcp_config.json',
  zed: '.config/zed/settings.json',
};
const KEYS: Record<string, string> = { vscode: 'servers', zed: 'context_servers' };
const URL_KEYS: Record<string, string> = { gemini: 'httpUrl', windsurf: 'serverUrl' };
type Name = keyof typeof FILES;
const NAMES = Object.keys(FILES) as Name[];
const JSON_NAMES = NAMES.filter((name) => name !== 'codex');

describe('the entry of an MCP client', () => {
  let home: string;
  let workspace: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gw-home-'));
    workspace = join(home, 'workspace');
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const gw = (...args: string[]) =>
    runCommand(workspace, args, '', { HOME: home, XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' });
  const fileOf = (name: Name) => join(home, FILES[name]);
  const lay = (name: Name, text: string) => {
    mkdirSync(dirname(fileOf(name)), { recursive: true });
    writeFileSync(fileOf(name), text);
  };
  const entryOf = (name: Name): Record<string, unknown> => {
    const whole = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Record<
      string,
      Record<string, Record<string, unknown>>
    >;
    return whole[KEYS[name] ?? 'mcpServers']?.['gatewright'] ?? {};
  };
  const tokens = () => (existsSync(join(workspace, 'tokens')) ? readdirSync(join(workspace, 'tokens')) : []);

  test.each(JSON_NAMES)('%s: is added to what is there, and taken out again', (name) => {
    const before = `{\n  "${KEYS[name] ?? 'mcpServers'}": {\n    "other": { "command": "x" }\n  },\n  "mine": true\n}\n`;
    lay(name, before);
    expect(gw('add', name, '--allow-private', 'localhost:3000')).toMatchObject({ status: 0 });
    const { command, args } = entryOf(name);
    expect(command).toBe(process.execPath);
    expect(args).toEqual([COMMAND, '--allow-private', 'localhost:3000', '--workspace', workspace]);
    expect(gw('remove', name)).toMatchObject({ status: 0 });
    expect(readFileSync(fileOf(name), 'utf8')).toBe(before);
    expect(gw('remove', name)).toMatchObject({ status: 1 });
  });

  test('codex: TOML, with everything else as it was', () => {
    const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # why\n';
    lay('codex', before);
    expect(gw('add', 'codex')).toMatchObject({ status: 0 });
    const text = readFileSync(fileOf('codex'), 'utf8');
    expect(text.startsWith(before)).toBe(true);
    expect(text).toContain('[mcp_servers.gatewright]\ncommand = ');
    expect(gw('remove', 'codex')).toMatchObject({ status: 0 });
    expect(readFileSync(fileOf('codex'), 'utf8')).toBe(before);
  });

  test.each(NAMES)('%s: a file that cannot be read is left alone', (name) => {
    lay(name, '{ "a": [ oops');
    const { status, stderr } = gw('add', name);
    expect(status).toBe(2);
    expect(stderr).toMatch(/line \d+: .*nothing was changed/u);
    expect(readFileSync(fileOf(name), 'utf8')).toBe('{ "a": [ oops');
    expect(readdirSync(dirname(fileOf(name))).filter((file) => file.includes('.new'))).toEqual([]);
  });

  test.each(JSON_NAMES.filter((name) => name !== 'claude-desktop'))(
    '%s: over HTTP with a token of its own, which goes with it',
    (name) => {
      lay(name, '{}');
      chmodSync(fileOf(name), 0o644);
      expect(gw('add', name, '--http', '127.0.0.1:7718')).toMatchObject({ status: 0 });
      const token = readFileSync(join(workspace, 'tokens', name), 'utf8').trim();
      expect(entryOf(name)).toMatchObject({ headers: { Authorization: `Bearer ${token}` } });
      expect(entryOf(name)[URL_KEYS[name] ?? 'url']).toBe('http://127.0.0.1:7718/mcp');
      expect(statSync(fileOf(name)).mode & 0o077).toBe(0);
      expect(gw('add', name, '--http', '127.0.0.1:7718').stdout).toContain('already');
      expect(gw('remove', name).stdout).toContain('revoked');
      expect(tokens()).toEqual([]);
    },
  );

  test('a token of that name that the entry does not hold stays', () => {
    expect(gw('token', 'add', 'cursor')).toMatchObject({ status: 0 });
    expect(gw('add', 'cursor')).toMatchObject({ status: 0 });
    expect(gw('remove', 'cursor')).toMatchObject({ status: 0 });
    expect(tokens()).toEqual(['cursor']);
  });

  test('--print writes nothing and shows no token', () => {
    expect(gw('token', 'add', 'vscode')).toMatchObject({ status: 0 });
    const token = readFileSync(join(workspace, 'tokens', 'vscode'), 'utf8').trim();
    const { stdout, stderr } = gw('add', 'vscode', '--http', '--print');
    expect(JSON.parse(stdout)).toMatchObject({
      servers: { gatewright: { type: 'http', url: 'http://127.0.0.1:7717/mcp' } },
    });
    expect(stdout + stderr).not.toContain(token);
    expect(existsSync(fileOf('vscode'))).toBe(false);
  });

  test.each([
    [['add', 'cluade'], 'did you mean claude?'],
    [['add', 'emacs'], 'valid: claude, codex'],
    [['add', 'claude-desktop', '--http'], 'starts its servers itself'],
    [['add', 'claude', '--http', '--allow-private', 'localhost:1'], 'for the server'],
    [['add', 'claude', '--capabilities', 'nonsense'], 'nonsense'],
  ])('%j is refused', (args, why) => {
    const { status, stderr } = gw(...args);
    expect([status, stderr.includes(why)], stderr).toEqual([2, true]);
    expect(existsSync(fileOf('claude'))).toBe(false);
  });

  test('a link to a file elsewhere stays a link', () => {
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, fileOf('claude'));
    expect(gw('add', 'claude-code')).toMatchObject({ status: 0 });
    expect(lstatSync(fileOf('claude')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('gatewright');
  });

  test("the clients' own variables say where their files are", () => {
    const env = {
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'c'),
      CODEX_HOME: join(home, 'x'),
      XDG_CONFIG_HOME: join(home, 'g'),
    };
    for (const name of ['claude', 'codex', 'zed']) runCommand(workspace, ['add', name], '', env);
    for (const file of ['c/.claude.json', 'x/config.toml', 'g/zed/settings.json'])
      expect(existsSync(join(home, file)), file).toBe(true);
  });

  test('works as it is written: over stdio, and over HTTP', async () => {
    expect(gw('add', 'cursor')).toMatchObject({ status: 0 });
    const { command, args } = entryOf('cursor') as { command: string; args: string[] };
    const stdio = new Client({ name: 'cursor', version: '1.0.0' });
    await stdio.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
    expect((await stdio.listTools()).tools.length).toBeGreaterThan(20);
    await stdio.close();

    const server = await start({ transport: 'http', workspace });
    const { port } = new URL(server.url);
    expect(gw('add', 'cursor', '--http', port)).toMatchObject({ status: 0 });
    const { url, headers } = entryOf('cursor') as { url: string; headers: Record<string, string> };
    const http = new Client({ name: 'cursor', version: '1.0.0' });
    await http.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    expect((await http.listTools()).tools.length).toBeGreaterThan(20);
    await http.close();
    expect(gw('remove', 'cursor')).toMatchObject({ status: 0 });
    const after = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(after.status).toBe(401);
    await server.close();
  });
});
