// RFC 9110, section 7.6.1, and the proxy's own; `expect` is answered by us before the body comes.
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info', 'expect', 'http2-settings'],
]);

/** Raw headers (name, value, name, …) without what belongs to one connection only, `Connection`'s own list included. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const pairs = toPairs(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((token) => token.trim()),
    );
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

/**
 * What is sent upstream. The Host is made from the URL that was judged (RFC 9112, section 3.2.2): a page that could
 * send another one would reach a site that policy did not see.
 */
export function upstreamHeaders(raw: readonly string[], host: string): string[] {
  const pairs = toPairs(endToEndHeaders(raw)).filter(([name]) => name.toLowerCase() !== 'host');
  return ['Host', host, ...pairs.flat()];
}

function toPairs(raw: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  }
  return pairs;
}
