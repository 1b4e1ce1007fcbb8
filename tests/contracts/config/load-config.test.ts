import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, workspacePath } from '../../../src/config/index.js';

let base: string;
let workspace: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gw-load-')));
  workspace = join(base, 'ws');
  mkdirSync(workspace, { mode: 0o700 });
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

const load = (file?: string) => loadConfig({ file, workspace, env: {}, flags: {} });
const write = (path: string, text: string) => {
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

describe('which file counts', () => {
  it('is the one in the workspace', async () => {
    const path = write(join(workspace, 'gatewright.yaml'), 'network: { allow: [a.example] }');
    const { config, file } = await load();
    expect([config.network.allow, file]).toEqual([['a.example'], path]);
  });

  it('is the one that is named, instead of that', async () => {
    write(join(workspace, 'gatewright.yaml'), 'network: { allow: [a.example] }');
    const { config } = await load(write(join(base, 'other.yaml'), 'version: 1'));
    expect(config.network.allow).toBeUndefined();
  });

  it('must be there when it is named, and need not when it is not', async () => {
    await expect(load(join(base, 'none.yaml'))).rejects.toMatchObject({ code: 'config.invalid' });
    expect(await load()).not.toHaveProperty('file');
  });

  it('may be empty', async () => {
    expect((await load(write(join(base, 'empty.yaml'), '# nothing\n'))).config.version).toBe(1);
  });

  it('is read without leaving anything behind', async () => {
    rmSync(workspace, { recursive: true });
    await load();
    expect(readdirSync(base)).toEqual([]);
  });
});

describe('a file that cannot be trusted or read does not start', () => {
  it.each([
    ['a key twice', 'network: { allow: [a.example] }\nnetwork: {}\n'],
    ['no YAML', 'network: [\n'],
    ['a tag of its own', 'network: !!js/function "x"\n'],
    ['two documents', 'version: 1\n---\nversion: 1\n'],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(10)}]\nc: &c [${'*b,'.repeat(10)}]\nd: [${'*c,'.repeat(10)}]\n`,
    ],
    ['another prototype', '__proto__: { version: 1 }\n'],
    ['text', 'hello\n'],
  ])('%s', async (_, text) => {
    await expect(load(write(join(base, 'bad.yaml'), text))).rejects.toMatchObject({ code: 'config.invalid' });
  });

  it('one that everybody may write to', async () => {
    const path = write(join(base, 'open.yaml'), 'version: 1');
    chmodSync(path, 0o666);
    await expect(load(path)).rejects.toMatchObject({ code: 'config.invalid' });
  });

  it('a folder, and one that is too large', async () => {
    await expect(load(base)).rejects.toMatchObject({ code: 'config.invalid' });
    await expect(load(write(join(base, 'big.yaml'), '#'.repeat(1_000_001)))).rejects.toMatchObject({
      code: 'config.invalid',
    });
  });
});

describe('the workspace', () => {
  it('is what the flag says, then the variable, then the home', () => {
    const env = { GATEWRIGHT_WORKSPACE: '/from-env' };
    expect(workspacePath('/from-flag', env)).toBe('/from-flag');
    expect(workspacePath(undefined, env)).toBe('/from-env');
    expect(workspacePath(undefined, {})).toBe(join(homedir(), '.gatewright'));
  });

  it('is never a folder called ~ in the current directory, nor nothing', () => {
    expect(workspacePath('~/gw', {})).toBe(join(homedir(), 'gw'));
    expect(() => workspacePath('', {})).toThrow(/empty/u);
    expect(() => workspacePath(undefined, { GATEWRIGHT_WORKSPACE: ' ' })).toThrow(/empty/u);
  });
});
