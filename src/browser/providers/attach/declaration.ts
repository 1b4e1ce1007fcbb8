import { ownCommand } from '../../../core/index.js';
import type { CheckedConfig, ProviderDeclaration, Refusal } from '../provider-declaration.js';

/** Where `gatewright chrome start` opens one. */
export function attachCdpOf({ attachCdp }: { readonly attachCdp?: string | undefined }): string {
  return attachCdp ?? 'http://127.0.0.1:9222';
}

/** A browser that a person started and is signed in with. */
export const attachDeclaration: ProviderDeclaration = {
  name: 'attach',
  source: 'one that a person runs',
  traits: () => ({
    proxied: false,
    sandboxed: false,
    files: false,
    // In a browser of their own people are signed in by themselves, and what is put there would stay.
    identities: false,
    ownProfile: false,
    ownContext: false,
    windows: false,
    measured: false,
    framesCounted: true,
  }),
  isolation: 'shared',
  // Sessions would share its cookies.
  maxSessions: 1,
  check: checkAttach,
  checkUnused: ({ browser }) =>
    browser.attachCdp === undefined
      ? []
      : [{ path: ['browser', 'attachCdp'], message: 'it is for browser.provider: attach only' }],
  where: (options) => `, to the browser at ${attachCdpOf(options)}`,
  walls: () => 'sandbox and jail: whatever that one has',
  unsafe: () => [
    'browser.unsafeAttach: the browser is not behind the egress proxy; requests of the agent’s tabs are judged, but not WebSockets, shared and service workers, prefetching and WebRTC, nor names that change their address',
  ],
  listeners: (options) => {
    const { hostname, port } = new URL(attachCdpOf(options));
    // A URL does not say the port that its scheme has anyway.
    return [{ host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port === '' ? 80 : port) }];
  },
  verb: 'reached',
  remedy: () => ({ what: 'it cannot be attached to', next: ownCommand('chrome start') }),
};

/**
 * The operator's own browser cannot be put behind the egress proxy, and what is done there is done in their name: only
 * who says so three times gets it.
 */
function checkAttach({ browser, capabilities }: CheckedConfig): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (!capabilities.includes('byob-attach'))
    refusals.push({
      path: ['browser', 'provider'],
      message: "attach uses the operator's own browser: add the capability byob-attach",
    });
  if (!browser.unsafeAttach)
    refusals.push({
      path: ['browser', 'provider'],
      message:
        'an attached browser is not behind the egress proxy: write browser.unsafeAttach: true into the file if that may be',
    });
  return refusals;
}
