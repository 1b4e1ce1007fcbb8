import type { AddressFacts, Verdict, WebUrlFacts } from '../core/index.js';

/*
 * The one rule that refuses private, local and reserved addresses. `classifyAddress` (network/address/) gives an address
 * its class: private, loopback, own, …; `describeUrl` finds the address in every spelling of a URL. From the agent to the
 * network; 1 to 4 call the rule, 5 holds without it:
 *   1 the call       rules/private-address.ts: judgeWrittenAddress on the URL that the agent gave (step 5 of docs/path.md);
 *                    rules/page-origin.ts: judgeVisit on the page where the session is already. `decideOrAsk` in
 *                    ask-loopback.ts turns the denial of a port of this machine into a question to a person
 *   2 the document   browser/cdp/target-interceptor.ts, for what a tab is about to show, redirects included:
 *                    #mayVisit → sessionJudges in gateway/session-policy.ts → judgeVisit in judge-egress.ts. `relay` has no
 *                    interceptor: what it came to is judged before it is shown (isReadable in browser/relay/relay-result.ts)
 *   3 the request    network/proxy/authorize-url.ts, called by authorizeRequest for each request at the proxy: judgeEgress
 *                    on the name, and again on the addresses that it resolved to. The proxy dials those addresses and
 *                    looks no name up again (proxy/dial.ts), so that a name cannot change its address in between.
 *   4 web_fetch      network/fetch/fetch-redirects.ts: the URL of each redirect is judged as in 1; each request of the
 *                    chain is authorized and dialled as in 3
 *   5 the network    a namespace whose only way out is the proxy: jailCommand in browser/providers/local/jail.ts (`local`
 *                    and `relay`), `--network none` in browser/providers/container/run-arguments.ts. The self-test tries
 *                    it at each start, but with `relay`. A browser of `remote` is in no namespace of ours
 * A browser that is not behind the proxy (`attach`, `remote.unsafeNoBoundary`) has no 3 and no 5: instead each request is
 * paused in the browser and judged as in 3 (`maySendRequest`, called from browser/cdp/paused-request.ts).
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
    if (url.literal.class !== 'public' && !url.isOpened && url.literal.isOpened !== true) {
      return closed(`the address is ${url.literal.class}`);
    }
    return undefined;
  }
  if (url.name === 'special' && !url.isOpened) {
    return closed('single-label, local and special-use names are not public');
  }
  return undefined;
}

/** The same rule on what a name resolved to: one address that is not public refuses them all (rebinding). */
export function judgeResolvedAddresses(addresses: readonly AddressFacts[]): Deny | undefined {
  if (addresses.some((address) => address.class === 'own')) return OWN;
  const first = addresses.find((address) => address.class !== 'public' && address.isOpened !== true);
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
