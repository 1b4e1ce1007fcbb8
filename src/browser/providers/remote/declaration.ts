import { ownCommand } from '../../../core/index.js';
import type { CheckedConfig, DeclaredOptions, ProviderDeclaration, Refusal } from '../provider-declaration.js';

/** Browsers on other machines: a Selenium Grid, or whatever speaks DevTools. */
export const remoteDeclaration: ProviderDeclaration = {
  name: 'remote',
  source: 'on another machine',
  traits: (options) => ({
    proxied: !isWithoutBoundary(options),
    sandboxed: false,
    // Over the DevTools connection, for its disk is not ours; where a page can send them anywhere, none is given.
    files: !isWithoutBoundary(options),
    // Where nothing keeps a page from sending them on, the vault's stay in the vault.
    identities: !isWithoutBoundary(options),
    ownProfile: true,
    // A Grid's slot is one session's, whole.
    ownContext: options.remote?.kind === 'cdp',
    windows: false,
    measured: false,
    framesCounted: true,
  }),
  isolation: 'process',
  isElsewhere: true,
  check: checkRemote,
  checkUnused: ({ browser }) =>
    browser.remote?.url === undefined && browser.remote?.urlFile === undefined
      ? []
      : [{ path: ['remote'], message: 'it is for browser.provider: remote only' }],
  // Its path and query may hold a secret, and a file's content is none of the posture's business.
  where: ({ remote }) => `, ${remote?.kind ?? 'grid'} at ${nameOfPlace(remote)}`,
  walls: () => 'sandbox and jail: whatever its machine has',
  unsafe: (options) =>
    isWithoutBoundary(options)
      ? [
          'remote.unsafeNoBoundary: the browser is not behind the egress proxy; requests of the agent’s tabs are judged, but not WebSockets, shared and service workers, prefetching and WebRTC, nor names that change their address',
        ]
      : [],
  listeners: ({ remote }) => {
    if (remote?.url === undefined) return [];
    const { hostname, port, protocol } = new URL(remote.url);
    const usual = /^(?:https|wss):$/u.test(protocol) ? 443 : 80;
    return [{ host: hostname.replace(/^\[|\]$/gu, ''), port: port === '' ? usual : Number(port) }];
  },
  verb: 'reached',
  remedy: (code) => ({
    what: code === 'browser.leaks' ? 'its browsers are not used' : 'it cannot be used',
    next: `${ownCommand('doctor')}, and docs/remote.md`,
  }),
};

function isWithoutBoundary({ remote }: DeclaredOptions): boolean {
  return remote?.unsafeNoBoundary === true;
}

export function nameOfPlace(remote: DeclaredOptions['remote']): string {
  if (remote?.url === undefined) return 'the address in remote.urlFile';
  return new URL(remote.url).host;
}

/**
 * The label by which a browser's requests are known goes over a network, readable, and whoever is let in takes part in what
 * its session may reach. Without `nodes` that is whoever was first, or has the same address.
 */
export function isReachedByAnybody(remote: DeclaredOptions['remote']): boolean {
  if (remote === undefined || remote.unsafeNoBoundary) return false;
  const isLoopback = /^(?:127\.|::1$)/u.test(remote.proxy.listen);
  return !isLoopback && remote.proxy.nodes === undefined;
}

/** A browser that is taken over keeps the proxy, the key and the label that it was started with. */
function whyNoReattach({ remote, ignoreHttpsErrors = [] }: DeclaredOptions): readonly string[] {
  if (remote?.reattach !== true) return [];
  return [
    ...(remote.kind === 'cdp'
      ? ['it is for remote.kind: grid; over a DevTools address a session’s context ends with its connection']
      : []),
    ...(remote.unsafeNoBoundary ? ['a browser without a boundary is known by nothing; leave one of the two out'] : []),
    ...(remote.proxy.port === 0 ? ['a browser that is taken over asks for the same port; give remote.proxy.port'] : []),
    ...(ignoreHttpsErrors.length > 0
      ? ['the key for browser.ignoreHttpsErrors is new with each start; leave one of the two out']
      : []),
  ];
}

function checkRemote({ browser, network }: CheckedConfig): readonly Refusal[] {
  const { remote } = browser;
  const refuse = (message: string, ...path: string[]): Refusal => ({ path, message });
  const isGrid = remote?.kind !== 'cdp';
  const isCdpOnly = isGrid && (remote?.create !== undefined || remote?.release !== undefined);
  const urls = [remote?.url, remote?.urlFile, remote?.create].filter((one) => one !== undefined).length;
  const certificate = [remote?.proxy.certFile, remote?.proxy.keyFile].filter((one) => one !== undefined).length;
  return [
    ...(urls === 0 ? [refuse('it needs remote.url, or remote.urlFile if the URL is a secret', 'remote')] : []),
    ...(remote?.url !== undefined && remote.urlFile !== undefined
      ? [refuse('remote.url and remote.urlFile are the same thing; leave one out', 'remote')]
      : []),
    ...(isGrid && remote?.url !== undefined && !/^https?:/u.test(remote.url)
      ? [refuse('a Grid has an http:// or https:// URL', 'remote', 'url')]
      : []),
    ...(isCdpOnly ? [refuse('remote.create and remote.release are for remote.kind: cdp', 'remote')] : []),
    ...whyNoReattach(browser).map((why) => refuse(why, 'remote', 'reattach')),
    ...(isReachedByAnybody(remote) && (network?.unsafeAllowPrivate.length ?? 0) > 0
      ? [
          refuse(
            'browsers elsewhere would share what is opened here with whoever reads the wire; give remote.proxy.nodes too',
            'network',
            'unsafeAllowPrivate',
          ),
        ]
      : []),
    ...(certificate === 1 ? [refuse('certFile and keyFile belong together', 'remote', 'proxy')] : []),
    ...(browser.jail === 'on'
      ? [refuse('a browser elsewhere is in no jail of ours; leave browser.jail out', 'browser', 'jail')]
      : []),
    ...(browser.sandbox === 'on'
      ? [refuse('the sandbox of a browser on another machine cannot be checked from here', 'browser', 'sandbox')]
      : []),
    ...(!browser.headless
      ? [refuse('a browser elsewhere has no screen here; leave browser.headless out', 'browser', 'headless')]
      : []),
    ...(browser.executablePath === undefined
      ? []
      : [refuse('the browser is the one of its machine', 'browser', 'executablePath')]),
  ];
}
