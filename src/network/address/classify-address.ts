import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AddressClass, AddressFacts } from '../../core/index.js';

type Block = readonly [cidr: string, is: Exclude<AddressClass, 'public' | 'own'>];

// The more exact block is first: a metadata service lies inside a larger one.
const IPV4_BLOCKS: readonly Block[] = [
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  // Linux connects 0.0.0.0 to the loopback interface.
  ['0.0.0.0/32', 'loopback'],
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['169.254.0.0/16', 'link-local'],
  ['100.64.0.0/10', 'shared'],
  ['224.0.0.0/4', 'multicast'],
  ['0.0.0.0/8', 'reserved'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['240.0.0.0/4', 'reserved'],
];

const IPV6_BLOCKS: readonly Block[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['fd00:42::42/128', 'metadata'],
  ['::1/128', 'loopback'],
  ['::/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fec0::/10', 'private'],
  ['fe80::/10', 'link-local'],
  ['ff00::/8', 'multicast'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['2002::/16', 'reserved'],
  ['2620:4f:8000::/48', 'reserved'],
  ['3fff::/20', 'reserved'],
];

// Where an IPv4 address hides inside an IPv6 one: the prefix, the first of its four bytes, and whether it is inverted.
const EMBEDDINGS: readonly (readonly [cidr: string, at: number, inverted: boolean])[] = [
  ['::ffff:0:0/96', 12, false],
  ['::ffff:0:0:0/96', 12, false],
  ['::/96', 12, false],
  ['64:ff9b::/96', 12, false],
  ['64:ff9b:1::/48', 12, false],
  ['2002::/16', 2, false],
  ['2001::/32', 12, true],
];

const MAX_REMEMBERED = 1000;
const classified = new Map<string, AddressFacts>();

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const ipv4Blocks = IPV4_BLOCKS.map(([cidr, is]) => ({ range: ipaddr.IPv4.parseCIDR(cidr), is }));
const ipv6Blocks = IPV6_BLOCKS.map(([cidr, is]) => ({ range: ipaddr.IPv6.parseCIDR(cidr), is }));
const embeddings = EMBEDDINGS.map(([cidr, at, inverted]) => ({ range: ipaddr.IPv6.parseCIDR(cidr), at, inverted }));

/**
 * Default-deny, after the IANA special-purpose registries. IPv4: every registered block is closed, also the few that
 * are reachable. IPv6: only 2000::/3 is open, minus what is registered in it. An IPv6 address that carries an IPv4 one
 * (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP) is never public: it takes the class of what it
 * carries, so that the refusal says what it really was.
 */
export function classifyAddress(text: string): AddressFacts {
  const before = classified.get(text);
  if (before !== undefined) return before;
  const facts = classify(text);
  // Cached and bounded: each request classifies a few addresses, and a page can invent any number of them.
  if (classified.size >= MAX_REMEMBERED) classified.clear();
  classified.set(text, facts);
  return facts;
}

function classify(text: string): AddressFacts {
  const version = isIP(text);
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (version === 0 || text.includes('%')) return { address: text, class: 'reserved' };
  if (version === 4) {
    const address = ipaddr.IPv4.parse(text);
    return { address: address.toString(), class: classifyIPv4(address) };
  }
  const address = ipaddr.IPv6.parse(text);
  return { address: address.toRFC5952String(), class: classifyIPv6(address) };
}

function classifyIPv4(address: ipaddr.IPv4): AddressClass {
  return ipv4Blocks.find(({ range }) => address.match(range))?.is ?? 'public';
}

function classifyIPv6(address: ipaddr.IPv6): AddressClass {
  const own = ipv6Blocks.find(({ range }) => address.match(range))?.is;
  if (own !== undefined && own !== 'reserved') return own;
  const carried = carriedIPv4(address);
  if (carried !== undefined) {
    const inner = classifyIPv4(carried);
    return inner === 'public' ? 'reserved' : inner;
  }
  if (own !== undefined) return own;
  return address.match(GLOBAL_UNICAST) ? 'public' : 'reserved';
}

function carriedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const found = embeddings.find(({ range }) => address.match(range));
  if (found !== undefined) return readIPv4(bytes, found.at, found.inverted);
  // ISATAP (RFC 5214) has its mark in the interface id, under any prefix: ::0:5efe:a.b.c.d or ::200:5efe:a.b.c.d.
  const [, , , , high, low] = address.parts;
  const isatap = low === 0x5efe && (high === 0 || high === 0x0200);
  return isatap ? readIPv4(bytes, 12, false) : undefined;
}

function readIPv4(bytes: readonly number[], at: number, inverted: boolean): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes.slice(at, at + 4).map((byte) => (inverted ? byte ^ 0xff : byte)));
}
