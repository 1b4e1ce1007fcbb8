import { RetryLater } from '../../core/index.js';
import type { Egress, Fetch, RecordedEvent } from '../../core/index.js';
import type { WayOut } from '../proxy/authorize-url.js';
import { noteOrLog } from '../egress.js';
import type { FetchContext } from './fetch-redirects.js';
import { limitTime } from '../limit-time.js';
import type { NetworkOptions } from '../options.js';
import { createResolver } from '../dns/resolver.js';
import type { NameResolver } from '../dns/resolver.js';
import { createUpstreamProxy, readUpstreamCa } from '../proxy/upstream-proxy.js';

export interface FetchDependencies {
  readonly egress: Pick<Egress, 'describe' | 'resolve'>;
  readonly judge: WayOut['judge'];
  readonly note: (event: RecordedEvent) => void;
  readonly log: (line: string) => void;
  readonly userAgent: string;
  /** To look up the company's proxy. */
  readonly resolver?: NameResolver;
  /** For all hops together; the call's own time may end sooner. */
  readonly timeoutMs?: number;
}

const MAX_AT_ONCE = 8;
const TIMEOUT_MS = 20_000;

/** Plain requests on the same way out as the browser's: the same judge, the same addresses, dialled as they were judged. */
export function createFetch(options: NetworkOptions, dependencies: FetchDependencies): Fetch {
  const { egress, judge, note, log, userAgent, timeoutMs = TIMEOUT_MS } = dependencies;
  const resolver = dependencies.resolver ?? createResolver({ servers: options.resolver });
  const context: FetchContext = {
    judge,
    userAgent,
    describe: (url) => egress.describe(url),
    resolve: (url, signal) => egress.resolve(url, signal),
    note: noteOrLog(note, log),
    upstream: createUpstreamProxy(options.upstreamProxy, resolver),
    ca: readUpstreamCa(options.upstreamProxy),
  };
  const ended = new AbortController();
  const activeFetches = new Map<string, number>();
  const count = (principal: string, change: 1 | -1): number => {
    const now = (activeFetches.get(principal) ?? 0) + change;
    if (now === 0) activeFetches.delete(principal);
    else activeFetches.set(principal, now);
    return now;
  };
  return {
    async fetch(url, request, permission, signal) {
      const { principal } = permission.scope;
      try {
        if (count(principal, 1) > MAX_AT_ONCE)
          throw new RetryLater('call.busy', `at most ${String(MAX_AT_ONCE)} at a time`, 500);
        // Loaded late: it brings TLS and decompression, and every start would wait for them.
        const { FetchRedirects } = await import('./fetch-redirects.js');
        return await limitTime([signal, ended.signal], timeoutMs, (time) =>
          new FetchRedirects(context, permission, time).go(url, request, signal),
        );
      } finally {
        count(principal, -1);
      }
    },
    close() {
      ended.abort();
    },
  };
}
