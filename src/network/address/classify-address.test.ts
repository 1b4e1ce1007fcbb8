import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AddressClass } from '../../core/index.js';
import { classifyAddress } from './classify-address.js';

// Each block with its first and last address, and the neighbours on both sides.
const TABLE: readonly (readonly [AddressClass, ...string[]])[] = [
  ['loopback', '0.0.0.0', '127.0.0.0', '127.0.0.1', '127.255.255.255', '::1', '::', '0:0:0:0:0:0:0:1'],
  ['reserved', '0.0.0.1', '0.255.255.255'],
  ['public', '1.0.0.0', '126.255.255.255', '128.0.0.0', '9.255.255.255', '11.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['public', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
  ['shared', '100.64.0.0', '100.127.255.255', '100.100.100.199'],
  ['public', '100.63.255.255', '100.128.0.0'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.254.169.253'],
  ['public', '169.253.255.255', '169.255.0.0', '168.63.129.15', '168.63.129.17'],
  ['metadata', '169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  ['reserved', '192.0.0.0', '192.0.0.255', '192.0.2.1', '198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
  ['public', '192.0.1.1', '192.0.3.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '203.0.114.0'],
  ['reserved', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '240.0.0.0', '255.255.255.255'],
  ['multicast', '224.0.0.0', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['public', '223.255.255.255', '8.8.8.8'],
  ['private', 'fc00::', 'fdff:ffff::1', 'fcff::1', 'fec0::1', 'feff::1', 'fd00:ec2::253'],
  ['link-local', 'fe80::1', 'fe9f::1', 'feb0::1', 'febf:ffff::1'],
  ['public', '2000::1', '2606:4700:4700::1111', '2001:200::1', '2003::1', '3ffe::1', '3fff:1000::1', '2001:db9::1'],
  ['reserved', '2001:db8::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1::1', '2001:1ff:ffff::1', '3fff::1'],
  ['reserved', '2620:4f:8000::1', '100::1', '100:0:0:1::1', '5f00::1', '4000::1', 'e000::1', '1fff:ffff::1', 'fe00::1'],
  // Carried IPv4: the class of what is inside, and never public.
  ['loopback', '::ffff:127.0.0.1', '::ffff:7f00:2', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:0:7f00:1'],
  ['loopback', '2001:0:0:0:0:0:80ff:fffe', '2606:4700:4700::5efe:127.0.0.1', '2606:4700::200:5efe:127.0.0.1'],
  ['private', '::ffff:10.0.0.1', '::a00:1', '2002:a00:1::1', '64:ff9b:1:fffe::a00:1', '::ffff:192.168.1.1'],
  ['metadata', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '::a9fe:a9fe'],
  [
    'reserved',
    '::ffff:8.8.8.8',
    '::808:808',
    '64:ff9b::808:808',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
  ],
  ['reserved', '2606:4700::5efe:8.8.8.8'],
  ['public', '2606:4700::5eff:127.0.0.1', '2606:4700::1:5efe:127.0.0.1'],
  // Not an address, or one that depends on who reads it.
  [
    'reserved',
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '010.0.0.1',
    'fe80::1%eth0',
    '::1%lo',
    '1.2.3',
    '[::1]',
  ],
];

describe('classifyAddress', () => {
  for (const [is, ...addresses] of TABLE) {
    test.each(addresses)(`%s is ${is}`, (address) => {
      expect(classifyAddress(address).class).toBe(is);
    });
  }

  test('an IPv4 address that is not public is not public in any IPv6 disguise', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
        const tail = `${hex(a, b)}:${hex(c, d)}`;
        const inverted = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
        for (const disguise of [
          `::ffff:${tail}`,
          `::ffff:0:${tail}`,
          `::${tail}`,
          `64:ff9b::${tail}`,
          `64:ff9b:1::${tail}`,
          `2002:${tail}::1`,
          `2001:0:4136:e378:8000:63bf:${inverted}`,
          `2606:4700::5efe:${tail}`,
        ]) {
          expect(classifyAddress(disguise).class, disguise).not.toBe('public');
        }
      }),
    );
  });

  test('nothing outside 2000::/3 is public', () => {
    const part = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.tuple(part, part, part, part, part, part, part, part), (parts) => {
        const address = parts.map((value) => value.toString(16)).join(':');
        const inside = (parts[0] & 0xe000) === 0x2000;
        if (!inside) expect(classifyAddress(address).class).not.toBe('public');
      }),
    );
  });

  test('writes addresses in one way', () => {
    expect(classifyAddress('2606:4700:4700:0:0:0:0:1111').address).toBe('2606:4700:4700::1111');
    expect(classifyAddress('2606:4700:4700::AbCd').address).toBe('2606:4700:4700::abcd');
  });
});
