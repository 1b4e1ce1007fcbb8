/** RFC 6265 5.1.3; without a leading dot the cookie is for the host alone. */
export function isForHost(domain: string, host: string): boolean {
  if (!domain.startsWith('.')) return domain === host;
  return host === domain.slice(1) || host.endsWith(domain);
}
