import type { AddressFacts, Verdict, WebUrlFacts } from '../core/index.js';

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
