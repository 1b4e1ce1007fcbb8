import type { UrlTarget } from '../core/index.js';
const HOST_AND_PORT = /^(?<host>\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(?::\d{1,5})?(?:[/?#]|$)/iu;
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){1,3}|\[::1\])$/iu;

/**
 * An address as people write it, with a scheme: `localhost:3000` is http, `example.com/x` https. What has a scheme
 * stays, and so does what is no plain host: `javascript:1` has the shape of a host and a port, but its host has no dot.
 */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  const host = HOST_AND_PORT.exec(trimmed)?.groups?.['host'];
  if (host === undefined) return text;
  if (LOOPBACK.test(host)) return `http://${trimmed}`;
  const isNamed = host.includes('.') && !host.startsWith('.');
  return isNamed || host.startsWith('[') ? `https://${trimmed}` : text;
}

export function urlTarget(url: string): UrlTarget {
  return { kind: 'url', url: completeUrl(url) };
}
