import { z } from 'zod';

const host = z.string().regex(/^[A-Za-z0-9.:-]+$/u, 'expected a host name or an address, without a port');

/** The HTTP endpoint. */
export const httpOptions = z
  .strictObject({
    host: host.default('127.0.0.1').describe('The address that `serve` listens on.'),
    port: z.int().min(0).max(65_535).default(7717).describe('Its port; 0 lets the system choose.'),
    unsafeTlsByProxy: z
      .boolean()
      .default(false)
      .describe('States that a proxy in front does TLS. Without it only loopback is listened on.'),
    publicHosts: z
      .array(z.string().regex(/^[A-Za-z0-9.-]+(:\d+)?$/u, 'expected host or host:port'))
      .default([])
      .describe('`Host` values, with their port, that clients use when a proxy is in front.'),
  })
  .refine((http) => isLoopback(http.host) || http.unsafeTlsByProxy, {
    path: ['host'],
    error: 'only loopback (127.0.0.1, ::1, localhost) unless http.unsafeTlsByProxy says that a proxy in front does TLS',
  });

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/u.test(name);
}
