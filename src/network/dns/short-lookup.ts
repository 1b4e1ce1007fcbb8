import { limitTime } from '../limit-time.js';
import type { NameResolver } from './resolver.js';

const PATIENCE_MS = 1500;
const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 2000;

/**
 * For behind a company's proxy, where public names often have no answer here: nobody waits long for one, and not again
 * for each request of a page.
 */
export function shortLookup(resolver: NameResolver): NameResolver {
  const silent = new Map<string, number>();
  return {
    async lookup(host, signal) {
      if ((silent.get(host) ?? 0) > performance.now()) return [];
      const addresses = await limitTime(signal, PATIENCE_MS, (patience) => resolver.lookup(host, patience)).catch(
        () => [],
      );
      silent.delete(host);
      if (addresses.length > 0 || signal.aborted) return addresses;
      silent.set(host, performance.now() + REMEMBER_MS);
      const [oldest] = silent.keys();
      if (silent.size > MAX_REMEMBERED && oldest !== undefined) silent.delete(oldest);
      return [];
    },
    lookupOpened: (host) => resolver.lookupOpened(host),
  };
}
