import { describe, expect, it } from 'vitest';
import { browserOptions, remoteOptions } from '../options.js';
import { attachDeclaration } from './attach/declaration.js';
import { announceUndeclared, checkProvider } from './declared-providers.js';
import { localDeclaration } from './local/declaration.js';
import { noneDeclaration } from './none/declaration.js';
import { relayDeclaration } from './relay/declaration.js';
import { hasBrowserPerSession, traitsOf } from './provider-declaration.js';
import type { ProviderDeclaration } from './provider-declaration.js';

const options = (given: object = {}) => browserOptions.parse(given);

describe('a provider that does not declare a trait', () => {
  const undeclared: ProviderDeclaration = {
    name: 'local',
    source: 'nowhere',
    traits: () => ({ files: true }),
    remedy: () => ({ what: '', next: '' }),
  };

  it('is taken not to have it, and that is announced', () => {
    const traits = traitsOf(undeclared, options());
    expect(traits).toEqual({
      ...{ proxied: false, sandboxed: false, files: true, identities: false },
      ...{ ownProfile: false, ownContext: false, windows: false },
      ...{ measured: false, framesCounted: false },
    });
    const lines = announceUndeclared(undeclared, options());
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('does not declare `proxied`');
    expect(hasBrowserPerSession(undeclared, options({ isolation: 'process' }))).toBe(false);
  });

  it.each([localDeclaration, attachDeclaration, relayDeclaration, noneDeclaration])(
    'is none of ours: $name',
    (declaration) => {
      expect(announceUndeclared(declaration, options())).toEqual([]);
    },
  );
});

describe('a configuration', () => {
  const capabilities = ['read', 'byob-attach', 'file-io'] as const;
  const refused = (given: object, able: readonly (typeof capabilities)[number][] = ['read']) =>
    checkProvider({ capabilities: able, browser: options(given) }).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );

  it('is refused where the provider cannot honour a safety option', () => {
    const attach = { provider: 'attach', unsafeAttach: true };
    expect(refused({ ...attach, isolation: 'process' }, ['read', 'byob-attach'])).toEqual([
      'browser.isolation: browser.provider: attach has one browser for all sessions',
    ]);
    expect(refused(attach, capabilities).join()).toContain('file-io is not there');
    expect(refused({ attachCdp: 'http://127.0.0.1:9222' }).join()).toContain('browser.attachCdp');
    expect(refused({ provider: 'relay', jail: 'off' }).join()).toContain('browser.jail');
    expect(refused({ provider: 'relay', headless: false }).join()).toContain('browser.headless');
    expect(refused({ startAhead: true })).toEqual([]);
    expect(refused({ startAhead: true, headless: false }).join()).toContain('browser.startAhead');
    expect(refused({ startAhead: true, profile: 'persistent' }).join()).toContain('browser.startAhead');
    expect(refused({ startAhead: true, provider: 'container' }).join()).toContain('container.warm');
    expect(refused({ startAhead: false, provider: 'container' })).toEqual([]);
    expect(refused({ provider: 'relay' }, capabilities).join()).toContain('file-io is not there');
  });

  it('gives files to browsers elsewhere only behind a boundary', () => {
    const withFiles = (remote: object) =>
      checkProvider({
        ...{ capabilities: ['read', 'file-io'], browser: options({ provider: 'remote', isolation: 'process' }) },
        remote: remoteOptions.parse({ url: 'http://grid.example:4444', ...remote }),
      }).map(({ path }) => path.join('.'));
    expect(withFiles({})).toEqual([]);
    expect(withFiles({ kind: 'cdp' })).toEqual([]);
    expect(withFiles({ unsafeNoBoundary: true })).toEqual(['capabilities']);
  });

  it.each([
    ...(['local', 'container', 'none'] as const).map((provider) => ({ provider, isRefused: false })),
    ...(['remote', 'relay', 'attach'] as const).map((provider) => ({ provider, isRefused: true })),
  ])('has page tools only where a browser starts with them: $provider', ({ provider, isRefused }) => {
    const said = checkProvider({ capabilities: ['read', 'page-tools'], browser: options({ provider }) });
    const about = said.filter(({ message }) => message.startsWith('page-tools needs a browser'));
    expect(about.map(({ path }) => path)).toEqual(isRefused ? [['capabilities']] : []);
  });

  it('that it can honour is left alone', () => {
    expect(refused({ isolation: 'process' }, ['read', 'file-io'])).toEqual([]);
    expect(refused({ provider: 'none' })).toEqual([]);
    expect(refused({ provider: 'relay', isolation: 'process' })).toEqual([]);
    expect(refused({ provider: 'attach', unsafeAttach: true }, ['read', 'byob-attach'])).toEqual([]);
    expect(hasBrowserPerSession(localDeclaration, options({ isolation: 'process' }))).toBe(true);
    expect(hasBrowserPerSession(localDeclaration, options())).toBe(false);
  });

  it('opens nothing private to browsers elsewhere without saying which machines they are on', () => {
    const withProxy = (proxy: object, unsafeAllowPrivate: string[]) =>
      checkProvider({
        ...{ capabilities: ['read'], browser: options({ provider: 'remote', isolation: 'process' }) },
        remote: remoteOptions.parse({ url: 'http://grid.example:4444', proxy }),
        network: { unsafeAllowPrivate },
      }).map(({ path }) => path.join('.'));
    const [wide, opened] = [{ listen: '0.0.0.0' }, ['localhost:3000']];
    expect(withProxy(wide, opened)).toEqual(['network.unsafeAllowPrivate']);
    expect(withProxy({ listen: '192.0.2.10' }, opened)).toEqual(['network.unsafeAllowPrivate']);
    expect(withProxy({ ...wide, nodes: ['192.0.2.20', '10.1.0.0/16'] }, opened)).toEqual([]);
    expect(withProxy({}, opened)).toEqual([]);
    expect(withProxy(wide, [])).toEqual([]);
    expect(() => withProxy({ nodes: ['10.1.0.0/33'] }, [])).toThrow('expected an address');
  });
});
