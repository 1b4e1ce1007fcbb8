import { parse } from 'tldts';

// In the public suffix list, and yet never a public host: RFC 7686 and the infrastructure domain (RFC 3172, 8375).
const LISTED_BUT_SPECIAL = ['onion', 'arpa'];

/**
 * Names that mean something on this machine or in this network only: single labels, and everything below a last label
 * that the public root does not have (`.local`, `.internal`, `.localhost`, `.test`, `.invalid`, `.corp`, `.svc`, …).
 * Such names are never sent to a resolver. `.example` is resolved: it has no owner (RFC 2606), so the resolver decides.
 */
export function isSpecialName(host: string): boolean {
  if (!host.includes('.')) return true;
  const last = host.slice(host.lastIndexOf('.') + 1);
  if (last === 'example') return false;
  if (LISTED_BUT_SPECIAL.includes(last)) return true;
  return parse(host, { validateHostname: false }).isIcann !== true;
}

/** `localhost` and all below it are this machine (RFC 6761, section 6.3). */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === 'ip6-localhost' || host === 'ip6-loopback';
}

/** This machine by the names and addresses that people write; embedded and wildcard spellings are none of them. */
export function isLoopbackHost(host: string): boolean {
  return isLocalhostName(host) || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/** Reads the public suffix list ahead of the first request. */
export async function loadSuffixList(): Promise<void> {
  await Promise.resolve().then(() => isSpecialName('example.com'));
}
