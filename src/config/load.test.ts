import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/index.js';
import { readEnvironment } from './environment.js';
import { readFlags } from './flags.js';
import type { Flags } from './flags.js';
import { loadForProgram } from './load-for-program.js';
import { checkConfig } from './load.js';
import { describePosture } from './posture.js';
import { showConfig } from './show-config.js';

interface Given {
  readonly file?: unknown;
  readonly env?: Record<string, string>;
  readonly flags?: Flags;
}

function check({ file, env = {}, flags = {} }: Given) {
  const settings = [...readEnvironment(env), ...readFlags(flags)];
  return checkConfig({ raw: file, file: '/etc/gw/gatewright.yaml', settings, cwd: '/here' });
}

function refusalOf(given: Given): { code: string; hint: string } {
  try {
    check(given);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, hint: error.hint ?? '' };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('what counts', () => {
  it('is the default where nobody says anything', () => {
    const { config, sources } = check({});
    expect(config.capabilities).toEqual(['read', 'navigation', 'action', 'human']);
    expect(config.network.allow).toBeUndefined();
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 7717 });
    expect(sources.get('browser.headless')).toEqual({ from: 'default' });
  });

  it('is the flag before the variable before the file', () => {
    const file = { network: { allow: ['file.example'], block: ['b.example'] }, browser: { headless: true } };
    const env = { GATEWRIGHT_ALLOWED_ORIGINS: 'env.example', GATEWRIGHT_HEADLESS: 'false' };
    const { config, sources } = check({ file, env, flags: { allow: ['flag.example, other.example'] } });
    expect(config.network.allow).toEqual(['flag.example', 'other.example']);
    expect(config.network.block).toEqual(['b.example']);
    expect(config.browser.headless).toBe(false);
    expect(sources.get('network.allow')).toEqual({ from: 'flag', name: '--allow' });
    expect(sources.get('browser.headless')).toEqual({ from: 'env', name: 'GATEWRIGHT_HEADLESS' });
    expect(sources.get('network.block')).toEqual({ from: 'file', name: '/etc/gw/gatewright.yaml' });
  });

  it.each([
    ['hook.secret', '/etc/gw/hook.secret'],
    ['/run/hook.secret', '/run/hook.secret'],
    ['~/hook.secret', join(homedir(), 'hook.secret')],
  ])('reads the file of a webhook like every other: %s', (secretFile, expected) => {
    const webhook = { url: 'https://hook.example/x', secretFile };
    const { config } = check({ file: { approval: { channels: ['cli', { webhook }] } } });
    expect(config.approval.channels).toEqual(['cli', { webhook: { ...webhook, secretFile: expected } }]);
  });

  it.each([
    ['from', { from: 'never' }],
    ['trustClient', { trustClient: true }],
  ])('is announced as unsafe where it weakens: approval.%s', (key, approval) => {
    const given = (file: unknown) =>
      describePosture({ ...check({ file }), workspace: '/w', environment: { PATH: '' } }).filter((line) =>
        line.startsWith('unsafe: '),
      );
    expect(given({ approval })).toEqual([expect.stringContaining(`unsafe: approval.${key}`)]);
    expect(given({})).toEqual([]);
  });

  it('cannot be changed by anybody', () => {
    const { config } = check({ file: { network: { allow: ['a.example'] } } });
    expect(() => config.network.allow?.push('evil.example')).toThrow(TypeError);
    expect(() => Object.assign(config.browser, { headless: false })).toThrow(TypeError);
  });

  it('reads a path in the file from where the file is, and one from a flag from where it was typed', () => {
    const team = { tokenFile: 'web.token' };
    const { config } = check({
      file: { teams: { web: team }, browser: { executablePath: 'bin/chrome' } },
      flags: { executablePath: 'bin/chrome' },
    });
    expect(config.teams['web']?.tokenFile).toBe('/etc/gw/web.token');
    expect(config.browser.executablePath).toBe('/here/bin/chrome');
  });

  it.each([
    ['8080', '127.0.0.1', 8080],
    ['localhost:8080', 'localhost', 8080],
    ['[::1]:8080', '::1', 8080],
  ])('takes --http %s', (http, host, port) => {
    expect(check({ flags: { http } }).config.http).toMatchObject({ host, port });
  });
});

describe('absent is not empty', () => {
  it.each<[string, Given, readonly string[] | undefined]>([
    ['absent', {}, undefined],
    ['empty in the file', { file: { network: { allow: [] } } }, []],
    ['empty in the environment', { env: { GATEWRIGHT_ALLOWED_ORIGINS: '' } }, []],
    ['an empty flag', { flags: { allow: [''] } }, []],
    ['an empty flag over a file', { file: { network: { allow: ['a.example'] } }, flags: { allow: [''] } }, []],
  ])('%s', (_, given, allow) => {
    expect(check(given).config.network.allow).toEqual(allow);
  });

  it.each([',', 'a.example,', ',a.example', 'a.example,,b.example', ' ', ' , '])(
    'refuses the list %j, which means all to some',
    (list) => {
      expect(refusalOf({ env: { GATEWRIGHT_ALLOWED_ORIGINS: list } }).code).toBe('config.invalid');
      expect(refusalOf({ flags: { allow: [list] } }).hint).toContain('--allow');
    },
  );

  it('refuses a key with nothing behind it, and says how to write an empty list', () => {
    const { code, hint } = refusalOf({ file: { network: { allow: null } } });
    expect(code).toBe('config.invalid');
    expect(hint).toMatch(/^network\.allow .*\[\]/u);
  });
});

describe('a mistake refuses to start and names its place', () => {
  it.each<[string, Given, RegExp]>([
    ['an unknown key', { file: { netwrok: {} } }, /^netwrok .*valid here: version, capabilities/u],
    ['an unknown inner key', { file: { network: { alow: [] } } }, /^network\.alow .*valid here: allow, load, block/u],
    ['a key that only looks inherited', { file: { toString: 1 } }, /^toString/u],
    ['a wrong type', { file: { network: { allow: 'a.example' } } }, /^network\.allow .*must be a list/u],
    ['a wrong word', { file: { browser: { sandbox: 'maybe' } } }, /^browser\.sandbox .*one of auto, on, off/u],
    ['a bad pattern in a list', { file: { network: { block: ['ok.example', 'a b'] } } }, /^network\.block\[1\]/u],
    ['a bad rule', { file: { rules: [{ when: { tool: 'x' }, then: 'perhaps' }] } }, /^rules\[0\]\.then/u],
    ['a rule about nothing', { file: { rules: [{ when: {}, then: 'deny' }] } }, /^rules\[0\]\.when/u],
    [
      'a bad pattern in a team',
      { file: { teams: { a: { browser: { allowed_domains: [7] } } } } },
      /^teams\.a\.browser\.allowed_domains\[0\]/u,
    ],
    [
      'an unknown key in a team',
      { file: { teams: { a: { tokens: [] } } } },
      /^teams\.a\.tokens .*valid here: tokenFile/u,
    ],
    ['a team that would be the local user', { file: { teams: { local: {} } } }, /^teams/u],
    ['a team named like a path', { file: { teams: { '../x': {} } } }, /^teams/u],
    ['another version', { file: { version: 2 } }, /^version .*must be 1/u],
    ['a mapping with nothing in it', { file: { network: null } }, /^network .*has no value; give it one, or leave/u],
    ['a misspelt key', { file: { network: { alow: [] } } }, /^network\.alow .*; did you mean allow\?; valid here: a/u],
    ['a mapping that is a list', { file: { network: [] } }, /^network .*a mapping/u],
    ['a file that is a list', { file: ['a'] }, /^the configuration/u],
    ['an address to listen on that is not loopback', { flags: { http: '0.0.0.0:80' } }, /^http\.host \(--http\)/u],
    ['a port that is none', { flags: { http: '127.0.0.1:99999' } }, /^http\.port \(--http\)/u],
    ['an --http without a port', { flags: { http: 'localhost' } }, /^--http: expected/u],
    ['a number that is none', { env: { GATEWRIGHT_DIAGNOSTICS_RETENTION_DAYS: 'a week' } }, /^GATEWRIGHT_DIAGNOSTICS/u],
    ['a switch that is neither', { env: { GATEWRIGHT_HEADLESS: 'yes' } }, /^GATEWRIGHT_HEADLESS/u],
    ['a variable without a value', { env: { GATEWRIGHT_EXECUTABLE_PATH: '' } }, /^GATEWRIGHT_EXECUTABLE_PATH/u],
    [
      'a misspelt variable',
      { env: { GATEWRIGHT_ALOWED_ORIGINS: 'a' } },
      /^GATEWRIGHT_ALOWED_ORIGINS: .*GATEWRIGHT_ALLOWED_ORIGINS/u,
    ],
    [
      'a bad value in a variable',
      { env: { GATEWRIGHT_BLOCKED_ORIGINS: 'a b' } },
      /^network\.block\[0\] \(GATEWRIGHT_BLOCKED_ORIGINS\)/u,
    ],
  ])('%s', (_, given, hint) => {
    const refusal = refusalOf(given);
    expect(refusal.code).toBe('config.invalid');
    expect(refusal.hint).toMatch(hint);
  });

  it('never repeats a value, which may be a secret in the wrong place', () => {
    const { hint } = refusalOf({ file: { http: { port: 'hunter2' }, vault: { backend: 'hunter2' } } });
    expect(hint).toContain('http.port');
    expect(hint).not.toContain('hunter2');
  });

  it('ignores what other programs set', () => {
    expect(check({ env: { PATH: '/bin', GATEWRIGHT_TOKEN: 'x' } }).config.version).toBe(1);
  });
});

describe('capabilities', () => {
  it.each<[string, Given]>([
    ['in the file', { file: { capabilities: ['read', 'evil'] } }],
    ['in the environment', { env: { GATEWRIGHT_CAPABILITIES: 'read,evil' } }],
    ['in a team', { file: { teams: { web: { capabilities: ['evil'] } } } }],
    ['that every object has', { flags: { capabilities: ['constructor'] } }],
  ])('an unknown one %s lists the valid ones', (_, given) => {
    const { code, hint } = refusalOf(given);
    expect(code).toBe('config.unknown-capability');
    expect(hint).toContain('read, navigation, action, human');
  });

  it('one that nobody has is named', () => {
    const refusal = refusalOf({ flags: { capabilities: ['read', 'time-travel'] } });
    expect(refusal.code).toBe('config.unknown-capability');
    expect(refusal.hint).toContain('time-travel');
  });

  it('none at all is a valid wish', () => {
    expect(check({ env: { GATEWRIGHT_CAPABILITIES: '' } }).config.capabilities).toEqual([]);
  });
});

describe('what this version does not have', () => {
  it.each<[string, Given]>([
    ['snapshot.excludeHiddenElements', { file: { snapshot: { excludeHiddenElements: false } } }],
  ])('%s refuses to start', (key, given) => {
    const refusal = refusalOf(given);
    expect(refusal.code).toBe('config.not-here-yet');
    expect(refusal.hint).toMatch(new RegExp(`^${key.replace('.', '\\.')}`, 'u'));
  });

  it('takes the default of each, so that a file can be written for later', () => {
    const file = {
      browser: { provider: 'local', profile: 'incognito', disableWebSecurity: false },
      vault: { backend: 'file', path: 'secrets/browser/', autoInject: true },
      credentials: { provider: 'oathtool' },
      container: { engine: 'auto', memory: '512m', cpus: 0.5 },
      audit: { retentionDays: 90, sync: 'batch', thumbnails: false },
      approval: { channels: ['elicitation', 'console', 'cli'] },
    };
    expect(check({ file }).config).toMatchObject(file);
  });
});

describe('a company’s proxy', () => {
  const given = (upstreamProxy: unknown): Given => ({ file: { network: { upstreamProxy } } });

  it.each(['http://proxy.corp:3128', 'http://u:p%40ss@10.0.0.1:8080', 'http://[fd00::1]:3128/'])('%s', (url) => {
    expect(check(given(url)).config.network.upstreamProxy).toBe(url);
    expect(check(given({ url })).config.network.upstreamProxy).toEqual({ url });
  });

  it.each([
    'https://proxy.corp:3128',
    'socks5://proxy.corp:1080',
    'proxy.corp:3128',
    'http://proxy.corp:3128/path',
    'http://proxy.corp:0',
    'http://a%0Ab:hunter2@proxy.corp:1',
    'http://a%zz:hunter2@proxy.corp:1',
    'http://a%3Ab:hunter2@proxy.corp:1',
    'http://u:hunter2/@proxy.corp:1',
    { url: 'http://proxy.corp:1', user: 'hunter2' },
    { caFile: 'ca.pem' },
    3128,
  ])('%j is refused, and not repeated', (value) => {
    const { code, hint } = refusalOf(given(value));
    expect(code).toBe('config.invalid');
    expect(hint).toMatch(/^network\.upstreamProxy/u);
    expect(hint).not.toMatch(/hunter2/u);
  });

  it('its certificates are looked for beside the file', () => {
    const { upstreamProxy } = check(given({ url: 'http://proxy.corp:1', caFile: 'ca.pem' })).config.network;
    expect(upstreamProxy).toEqual({
      url: 'http://proxy.corp:1',
      caFile: expect.stringMatching(/^\/.+\/ca\.pem$/u) as string,
    });
  });

  it.each(['http://u:p@ss:w@proxy.corp:1', 'http://hunter2@proxy.corp:1'])(
    '%s is shown without its password',
    (url) => {
      for (const value of [url, { url }]) {
        const shown = JSON.stringify(showConfig(check(given(value)).config));
        expect(shown).toContain('http://***@proxy.corp:1');
        expect(shown).not.toMatch(/hunter2|ss:w/u);
      }
    },
  );
});

describe('what a program gives', () => {
  it('is named as that, and not as a file', async () => {
    const wrong = loadForProgram({ config: { netwrk: {} } });
    await expect(wrong).rejects.toMatchObject({ code: 'config.invalid' });
    await expect(wrong).rejects.toMatchObject({
      hint: expect.stringContaining('netwrk (createGatewright({ config }))') as string,
    });
  });

  it('has relative paths from where the program runs', async () => {
    const { config } = await loadForProgram({ config: { vault: { backend: 'file', passphraseFile: 'kept' } } });
    expect(JSON.stringify(config.vault)).toContain(join(process.cwd(), 'kept'));
  });
});
