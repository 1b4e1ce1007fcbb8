import type { AddressFacts, Verdict, WebUrlFacts } from '../core/index.js';

/*
 * Private, local and reserved addresses are refused here, and nowhere else. Which class an address has, in every spelling:
 * network/address/classify-address.ts and describe-url.ts. The layers that ask, from the agent to the wire:
 *   1 the call          rules/private-address.ts, before a page sees the navigation (step 5 of docs/path.md)
 *   2 the document      browser/cdp/target-interceptor.ts, what a tab is about to show, redirects included: judgeVisit
 *   3 the request       network/proxy/authorize-request.ts, on the name, then on each resolved address: judgeEgress;
 *                       the proxy dials only an address that was judged (network/proxy/dial.ts: no rebinding)
 *   4 web_fetch         network/fetch/fetch-redirects.ts, each hop as in 3
 *   5 the network       the jail has no way out but the proxy (browser/providers/local/jail.ts), the self-test proves it
 * With `attach` there is no 3 and 5: each request is judged in the browser (`mayLeave`).
 */

type Deny = Extract<Verdict, { kind: 'deny' }>;

const OWN: Deny = {
  kind: 'deny',
  rule: 'own-listener',
  reason: "this is one of Gatewright's own listeners",
  code: 'policy.private-address',
  hint: 'Nothing can open it.',
};

const UNRESOLVED: Deny = {
  kind: 'deny',
  rule: 'unresolved',
  reason: 'the name has no address',
  code: 'network.unreachable',
};

/**
 * The address rule on what is written in the URL, before any list is asked and before anything is looked up.
 * Our own listeners come first: `unsafeAllowPrivate` cannot open them.
 */
export function judgeWrittenAddress(url: WebUrlFacts): Deny | undefined {
  if (url.literal !== undefined) {
    if (url.literal.class === 'own') return OWN;
    if (url.literal.class !== 'public' && !url.opened && url.literal.opened !== true) {
      return closed(`the address is ${url.literal.class}`);
    }
    return undefined;
  }
  if (url.name === 'special' && !url.opened) {
    return closed('single-label, local and special-use names are not public');
  }
  return undefined;
}

/** The same rule on what a name resolved to: one address that is not public refuses them all (rebinding). */
export function judgeResolvedAddresses(addresses: readonly AddressFacts[]): Deny | undefined {
  if (addresses.some((address) => address.class === 'own')) return OWN;
  const first = addresses.find((address) => address.class !== 'public' && address.opened !== true);
  if (first !== undefined) return closed(`the name resolves to a ${first.class} address`);
  return addresses.length === 0 ? UNRESOLVED : undefined;
}

/** `host:port` as `--allow-private` takes it. */
export function privateEntry(url: WebUrlFacts): string {
  return `${url.host.includes(':') ? `[${url.host}]` : url.host}:${url.port}`;
}

export function privateHint(url: WebUrlFacts): string {
  return `If the user wants it open, they restart with: --allow-private ${privateEntry(url)}`;
}

function closed(reason: string): Deny {
  return {
    kind: 'deny',
    rule: 'private-address',
    reason,
    code: 'policy.private-address',
    hint: 'The operator can open one host and port with network.unsafeAllowPrivate (--allow-private host:port).',
  };
}
