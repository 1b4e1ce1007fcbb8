// RFC 9110, section 7.6.1, and the proxy's own; `expect` is answered by us before the body comes.
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info', 'expect', 'http2-settings'],
]);

/** Raw headers (name, value, name, …) without what belongs to one connection only, `Connection`'s own list included. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  return keepEndToEnd(raw, []);
}

/**
 * What is sent upstream. The Host is made from the URL that was judged (RFC 9112, section 3.2.2): a page that could
 * send another one would reach a site that policy did not see.
 */
export function upstreamHeaders(raw: readonly string[], host: string, besides: readonly string[] = []): string[] {
  return ['Host', host, ...keepEndToEnd(raw, ['host', ...besides])];
}

/** Every request and every answer comes here: one pass, unless `Connection` names more. */
function keepEndToEnd(raw: readonly string[], besides: readonly string[]): string[] {
  const kept: string[] = [];
  const named: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'connection') named.push(...namesIn(value));
    if (!HOP_BY_HOP.has(lower) && !besides.includes(lower)) kept.push(name, value);
  }
  const more = named.filter((name) => !HOP_BY_HOP.has(name) && !besides.includes(name));
  return more.length === 0 ? kept : keepEndToEnd(kept, more);
}

function namesIn(value: string): string[] {
  return value
    .toLowerCase()
    .split(',')
    .map((token) => token.trim());
}
