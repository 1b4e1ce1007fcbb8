import { isIP } from 'node:net';
import { z } from 'zod';
import { parseOpenedHost } from './opened-hosts.js';

/** `127.0.0.1`, `127.0.0.1:5353` or `[::1]:5353`. */
function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const groups = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+)):(?<port>\d{1,5})$/u.exec(text)?.groups;
  if (groups === undefined) return false;
  const port = Number(groups['port']);
  const address = isIP(groups['v6'] ?? '') === 6 || isIP(groups['v4'] ?? '') === 4;
  return address && port >= 1 && port <= 65_535;
}

/** The network room's part of `network`. */
export const networkOptions = z.strictObject({
  /** `host:port` that may be private. Our own listeners can never be opened. */
  unsafeAllowPrivate: z
    .array(
      z.string().refine((text) => parseOpenedHost(text) !== undefined, {
        error: 'expected an exact host:port, e.g. localhost:3000 or [::1]:3000',
      }),
    )
    .default([]),
  /** The hosts file is read first in any case. */
  resolver: z
    .union([
      z.literal('system'),
      z
        .array(z.string().refine(isNameServer, { error: 'expected an address with a port, e.g. 127.0.0.1:5353' }))
        .min(1),
    ])
    .default('system'),
  upstreamProxy: z.never({ error: 'this version does not have an upstream proxy yet' }).optional(),
});

export type NetworkOptions = z.output<typeof networkOptions>;
