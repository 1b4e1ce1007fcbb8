import { isIP } from 'node:net';
import { z } from 'zod';
import { isEveryLoopbackPort, parseOpenedHost } from './address/opened-hosts.js';

/** `127.0.0.1`, `127.0.0.1:5353` or `[::1]:5353`. */
function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const groups = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+)):(?<port>\d{1,5})$/u.exec(text)?.groups;
  if (groups === undefined) return false;
  const port = Number(groups['port']);
  const address = isIP(groups['v6'] ?? '') === 6 || isIP(groups['v4'] ?? '') === 4;
  return address && port >= 1 && port <= 65_535;
}

function isUpstreamUrl(text: string): boolean {
  if (!/^http:\/\/[^\s/?#\\]+\/?$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password, port, hostname } = new URL(text);
  // A colon in the user name would move the border to the password.
  return hostname !== '' && port !== '0' && isPlain(username) && isPlain(password) && !/:|%3a/iu.test(username);
}

function isPlain(text: string): boolean {
  try {
    return !/[\u0000-\u001f\u007f]/u.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

const upstreamUrl = z.string().refine(isUpstreamUrl, { error: 'expected http://[user:password@]host:port' });

/** The keys of `network` that this module reads. */
export const networkOptions = z.strictObject({
  unsafeAllowPrivate: z
    .array(
      z.string().refine((text) => isEveryLoopbackPort(text) || parseOpenedHost(text) !== undefined, {
        error:
          'expected an exact host:port, e.g. localhost:3000 or [::1]:3000, or localhost for every port of this machine',
      }),
    )
    .default([])
    .describe(
      '`host:port` that may be private, e.g. `localhost:3000`, which opens `127.0.0.1:3000` and `[::1]:3000` too; `localhost` alone is every port of this machine. An address opens no name that resolves to it. Our own listeners can never be opened.',
    ),
  resolver: z
    .union([
      z.literal('system'),
      z
        .array(z.string().refine(isNameServer, { error: 'expected an address with a port, e.g. 127.0.0.1:5353' }))
        .min(1),
    ])
    .default('system')
    .describe('Name servers as `address:port`; the hosts file is read first in any case.'),
  upstreamProxy: z
    .union([upstreamUrl, z.strictObject({ url: upstreamUrl, caFile: z.string().min(1).optional() })])
    .optional()
    .describe(
      "A company's proxy (`http://host:port`); names are still judged here. `{ url, caFile }` if it opens TLS.",
    ),
});

export type NetworkOptions = z.output<typeof networkOptions>;

export const captchaOptions = z.strictObject({
  provider: z
    .enum(['2captcha', 'capmonster'])
    .optional()
    .describe('With the capability `captcha`: who solves them. The key is in `GATEWRIGHT_CAPTCHA_API_KEY`.'),
  apiBase: z
    .string()
    .refine(isApiBase, { error: 'expected https://host, or http:// on this machine, without a path' })
    .optional()
    .describe("Another address of the service's `in.php` and `res.php`."),
  timeoutMs: z.int().min(1000).max(600_000).default(120_000).describe('How long an answer is waited for.'),
  pollMs: z.int().min(100).max(60_000).default(5000).describe('How often it is asked for.'),
  maxPerHour: z
    .int()
    .min(1)
    .max(10_000)
    .default(30)
    .describe('How many challenges of one caller are sent to the service in an hour: each costs money.'),
});

export type CaptchaOptions = z.output<typeof captchaOptions>;

/** The key is sent there: in the clear only where nobody is between. */
function isApiBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.origin !== text) return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/u.test(url.hostname))
  );
}
