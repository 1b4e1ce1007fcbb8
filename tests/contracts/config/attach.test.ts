import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describePosture, loadConfig } from '../../../src/config/index.js';
import { runCommand } from '../../fixtures/gatewright.js';

const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'byob-attach'];
const VARIABLE = { GATEWRIGHT_ATTACH_CDP: 'http://127.0.0.1:9333' };

interface Given {
  readonly browser?: object;
  readonly capabilities?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

let base: string;
let workspace: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gw-attach-'));
  workspace = join(base, 'ws');
  mkdirSync(workspace, { mode: 0o700 });
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

const write = ({ browser, capabilities }: Given) => {
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify({ browser, capabilities }), { mode: 0o600 });
};
const load = (given: Given) => {
  write(given);
  return loadConfig({ file: undefined, workspace, env: given.env ?? {}, flags: {} });
};

describe('who says so three times', () => {
  it('gets the browser where `chrome start` opens one', async () => {
    const loaded = await load({ browser: { provider: 'attach', unsafeAttach: true }, capabilities: CAPABILITIES });
    expect(loaded.config.browser).toMatchObject({ provider: 'attach', unsafeAttach: true });
    expect(loaded.config.confirmRequired).toContain('byob_action');
    const posture = describePosture(loaded);
    expect(posture.filter((line) => line.startsWith('unsafe: '))).toEqual([
      expect.stringContaining('unsafe: browser.unsafeAttach') as string,
    ]);
    expect(posture).toContainEqual(expect.stringContaining('to the browser at http://127.0.0.1:9222'));
  });

  it('may name it by the variable alone, which is a wish to use it', async () => {
    const given = { browser: { unsafeAttach: true }, capabilities: CAPABILITIES, env: VARIABLE };
    const loaded = await load(given);
    expect(loaded.config.browser).toMatchObject({ provider: 'attach', attachCdp: 'http://127.0.0.1:9333' });
    expect(loaded.sources.get('browser.provider')).toEqual({ from: 'env', name: 'GATEWRIGHT_ATTACH_CDP' });
    expect(describePosture(loaded)).toContainEqual(expect.stringContaining('to the browser at http://127.0.0.1:9333'));
  });

  it.each([
    'http://127.0.0.1:9222',
    'http://127.0.0.1:9222/',
    'http://[::1]:9222',
    'ws://127.0.0.1:9222/devtools/browser/0b6f-77',
  ])('%s is on this machine', async (attachCdp) => {
    const browser = { provider: 'attach', unsafeAttach: true, attachCdp };
    expect((await load({ browser, capabilities: CAPABILITIES })).config.browser.attachCdp).toBe(attachCdp);
  });
});

describe('what is missing refuses to start, with what to do about it', () => {
  it.each<[string, Given, RegExp]>([
    [
      'the capability',
      { browser: { provider: 'attach', unsafeAttach: true } },
      /^browser\.provider .*add the capability byob-attach/u,
    ],
    [
      'the capability, with the variable',
      { browser: { unsafeAttach: true }, env: VARIABLE },
      /^browser\.provider \(GATEWRIGHT_ATTACH_CDP\).*add the capability byob-attach/u,
    ],
    [
      'the word that it may be unsafe',
      { browser: { provider: 'attach' }, capabilities: CAPABILITIES },
      /^browser\.provider .*browser\.unsafeAttach: true into the file/u,
    ],
    [
      'that word, where all else comes from the environment',
      { env: { ...VARIABLE, GATEWRIGHT_CAPABILITIES: CAPABILITIES.join(',') } },
      /^browser\.provider \(GATEWRIGHT_ATTACH_CDP\).*browser\.unsafeAttach: true into the file/u,
    ],
    [
      'that word, said by half',
      { browser: { provider: 'attach', unsafeAttach: 'true' }, capabilities: CAPABILITIES },
      /^browser\.unsafeAttach/u,
    ],
    [
      'the provider',
      { browser: { attachCdp: 'http://127.0.0.1:9222', unsafeAttach: true }, capabilities: CAPABILITIES },
      /^browser\.attachCdp .*browser\.provider: attach/u,
    ],
    [
      'another folder for files than the person’s own',
      { browser: { provider: 'attach', unsafeAttach: true }, capabilities: [...CAPABILITIES, 'file-io'] },
      /^capabilities .*file-io/u,
    ],
    [
      'a file-io that is not asked for, with the variable',
      {
        browser: { unsafeAttach: true },
        env: { ...VARIABLE, GATEWRIGHT_CAPABILITIES: [...CAPABILITIES, 'file-io'].join(',') },
      },
      /^capabilities \(GATEWRIGHT_CAPABILITIES\).*file-io/u,
    ],
  ])('%s', async (_, given, hint) => {
    await expect(load(given)).rejects.toMatchObject({
      code: 'config.invalid',
      hint: expect.stringMatching(hint) as string,
    });
  });

  it.each(['GATEWRIGHT_UNSAFE_ATTACH', 'GATEWRIGHT_BROWSER_UNSAFE_ATTACH', 'GATEWRIGHT_UNSAFEATTACH'])(
    'no variable says that it may be unsafe: %s',
    async (name) => {
      const env = { ...VARIABLE, GATEWRIGHT_CAPABILITIES: CAPABILITIES.join(','), [name]: 'true' };
      await expect(load({ env })).rejects.toMatchObject({
        code: 'config.invalid',
        hint: expect.stringContaining(`${name}: there is no such variable`) as string,
      });
    },
  );

  it.each([
    '127.0.0.1:9222',
    'http://localhost:9222',
    'http://localhost.:9222',
    'http://host.docker.internal:9222',
    'http://browser.example:9222',
    'http://0.0.0.0:9222',
    'http://0:9222',
    'http://127.1:9222',
    'http://2130706433:9222',
    'http://127.0.0.2:9222',
    'http://10.0.0.1:9222',
    'http://192.168.0.2:9222',
    'http://[::]:9222',
    'http://[::ffff:127.0.0.1]:9222',
    'http://[fd00::1]:9222',
    'https://127.0.0.1:9222',
    'wss://127.0.0.1:9222/devtools/browser/x',
    'http://me:hunter2@127.0.0.1:9222',
    'http://127.0.0.1:9222@evil.example',
    'http://127.0.0.1:9222.evil.example',
    'http://127.0.0.1:9222\\@evil.example',
    'http://127.0.0.1:9222#@evil.example',
    'http://127.0.0.1:9222?x=1',
    'http://127.0.0.1:9222/json/version',
    'http://127.0.0.1',
    'http://127.0.0.1:99999',
    'ws://127.0.0.1:9222',
    'ws://127.0.0.1:9222/devtools/page/x',
    'ws://127.0.0.1:9222/devtools/browser/../page/x',
    'ws://evil.example:9222/devtools/browser/x',
    ' http://127.0.0.1:9222',
    'http://127.0.0.1:9222\n',
    'file:///run/chrome.sock',
  ])('%j is no address on this machine alone', async (attachCdp) => {
    const file = { browser: { provider: 'attach', unsafeAttach: true, attachCdp }, capabilities: CAPABILITIES };
    const refusal = {
      code: 'config.invalid',
      hint: expect.stringMatching(/^browser\.attachCdp .*loopback/u) as string,
    };
    const caught = await load(file).catch((error: unknown) => error);
    expect(caught).toMatchObject(refusal);
    expect((caught as { hint: string }).hint).not.toContain('hunter2');
    const env = { GATEWRIGHT_ATTACH_CDP: attachCdp };
    await expect(load({ browser: { unsafeAttach: true }, capabilities: CAPABILITIES, env })).rejects.toMatchObject({
      code: 'config.invalid',
    });
  });
});

describe('the command itself', () => {
  it.each<[string, Given, string]>([
    ['the capability', { browser: { provider: 'attach', unsafeAttach: true } }, 'byob-attach'],
    ['the word in the file', { capabilities: CAPABILITIES, env: VARIABLE }, 'unsafeAttach: true'],
  ])('ends at once without %s, and has touched nothing', (_, given, next) => {
    write(given);
    const before = readdirSync(workspace);
    for (const args of [[], ['serve', '--http', '127.0.0.1:0']]) {
      const { status, stdout, stderr } = runCommand(workspace, args, '', given.env ?? {});
      expect(status).toBe(2);
      expect(`${stdout}${stderr}`).toContain(next);
    }
    expect(readdirSync(workspace)).toEqual(before);
  });
});
