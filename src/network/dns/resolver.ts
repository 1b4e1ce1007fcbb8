import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { Failure } from '../../core/index.js';
import { systemHostsFile, watchHostsFile } from './hosts-file.js';
import { isLocalhostName } from '../address/special-names.js';

/** Every address a name has, not classified yet; empty when it has none or nobody can say. */
export interface NameResolver {
  lookup(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** For names that the operator opened by hand: any name, asked as this machine would ask. */
  lookupOpened(host: string): Promise<readonly string[]>;
}

export interface ResolverOptions {
  readonly servers: 'system' | readonly string[];
  readonly hostsFile?: string;
  /** For a whole lookup, both families. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly addresses: readonly string[];
  readonly ttl: number;
}

// Answers are kept for as long as they say, within these bounds (seconds), so that a page's many requests ask once.
const MIN_TTL = 1;
const MAX_TTL = 60;
const MAX_REMEMBERED = 2000;

export function createResolver(options: ResolverOptions): NameResolver {
  const { servers, timeoutMs = 4000 } = options;
  // Not dns.lookup: it takes a thread of the pool for as long as a slow server likes.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
  if (servers !== 'system') resolver.setServers(servers);
  const readHosts = watchHostsFile(options.hostsFile ?? systemHostsFile());
  const remembered = rememberAnswers((host) => ask(resolver, host, timeoutMs));
  return {
    async lookup(host, signal) {
      const fixed = await readHosts(host);
      if (fixed.length > 0) return fixed;
      const { addresses } = await orAbort(remembered(host), signal);
      return addresses;
    },
    async lookupOpened(host) {
      const fixed = await readHosts(host);
      if (fixed.length > 0) return fixed;
      if (isLocalhostName(host)) return ['127.0.0.1', '::1'];
      if (servers !== 'system') return (await ask(resolver, host, timeoutMs)).addresses;
      // Search domains and multicast DNS are what such names live from; once at start the thread does not matter.
      const found = await systemLookup(host, { all: true }).catch(() => []);
      return found.map(({ address }) => address);
    },
  };
}

async function ask(resolver: Resolver, host: string, timeoutMs: number): Promise<Answer> {
  const families = Promise.allSettled([resolver.resolve4(host, { ttl: true }), resolver.resolve6(host, { ttl: true })]);
  const settled = await Promise.race([families, afterMs(timeoutMs)]);
  const records = settled.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  return {
    addresses: [...new Set(records.map(({ address }) => address))],
    ttl: Math.min(MAX_TTL, Math.max(MIN_TTL, ...[Math.min(...records.map(({ ttl }) => ttl), MAX_TTL)])),
  };
}

/** One question at a time per name; failures are not kept. */
function rememberAnswers(answer: (host: string) => Promise<Answer>): (host: string) => Promise<Answer> {
  const known = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();
  return (host) => {
    const hit = known.get(host);
    if (hit !== undefined && hit.until > performance.now()) return hit.answer;
    const asked = answer(host);
    known.set(host, { until: Infinity, answer: asked });
    void asked.then(({ addresses, ttl }) => {
      known.delete(host);
      if (addresses.length === 0) return;
      known.set(host, { until: performance.now() + ttl * 1000, answer: asked });
      const [oldest] = known.keys();
      if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    });
    return asked;
  };
}

function afterMs(milliseconds: number): Promise<[]> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve([]);
    }, milliseconds).unref();
  });
}

async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw tooLate();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(tooLate());
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

function tooLate(): Failure {
  return new Failure('network.unreachable', 'the name server did not answer in time');
}
