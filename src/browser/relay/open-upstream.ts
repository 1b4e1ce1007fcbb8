import { Failure } from '../../core/index.js';
import type { Egress, RecordedEvent, Scope } from '../../core/index.js';
import type { LaunchWay } from '../providers/local/launch-plan.js';
import { locateUpstream, startUpstream, waysFor } from '../providers/relay/start-upstream.js';
import type { Upstream, UpstreamDeps } from '../providers/relay/start-upstream.js';
import { TOO_LATE, resultOrTooLate, unlessAborted } from '../with-timeout.js';
import { readAnswer } from './upstream-answer.js';

/** So long its browser may take: the first start on a machine that has much to do. */
const LAUNCH_MS = 30_000;

export interface UpstreamOpener {
  readonly place: UpstreamDeps;
  readonly egress?: Egress | undefined;
  readonly note: (event: RecordedEvent) => void;
}

/** The way that worked is taken again, without trying what did not. */
const known = new WeakMap<UpstreamDeps, LaunchWay>();

/** An upstream with its browser, in the first way that works, behind the proxy with the session's own credentials. */
export async function openUpstream(
  scope: Scope,
  { place, egress, note }: UpstreamOpener,
  death: AbortSignal,
): Promise<Upstream> {
  if (egress === undefined)
    throw new Failure('browser.no-jail', 'There is no egress proxy, and a jail has no other way out.');
  const admission = await egress.admit(scope);
  const serveAsProxy: Egress['serveAsProxy'] = (connection) => {
    egress.serveAsProxy(connection);
  };
  const way = known.get(place);
  const ways = way === undefined ? await waysFor(place, locateUpstream(place).browser) : [way];
  for (const one of ways) {
    const upstream = await startUpstream(one, place, {
      ...{ admission, proxy: admission.server, serveAsProxy },
      ...(egress.trust === undefined ? {} : { trust: egress.trust }),
    });
    const problem = await launchProblem(upstream, death);
    if (problem === undefined) {
      if (!known.has(place) && !one.sandbox.on) place.log(`unsafe: ${one.sandbox.why}`);
      known.set(place, one);
      note({ event: 'browser.started', facts: startedFacts(upstream) });
      return upstream;
    }
    place.log(`relay: the browser did not start: ${problem}`);
    await upstream.kill();
  }
  throw new Failure('browser.start-failed', 'The upstream could not start its browser.');
}

function startedFacts({ version, way: { sandbox, jail } }: Upstream): RecordedEvent['facts'] {
  return {
    ...{ provider: 'relay', version: `@playwright/mcp ${version}`, sandbox: sandbox.on, why: sandbox.why },
    ...{ jail: jail.on, whyJail: jail.why },
  };
}

/** Undefined: its browser is up. An upstream that says nothing is no use, and one whose session has ended is nobody's. */
async function launchProblem(upstream: Upstream, death: AbortSignal): Promise<string | undefined> {
  const ended = upstream.exited.then((how) => `it ended: ${how}`);
  const asked = upstream.call('browser_tabs', { action: 'list' }).then(readAnswer);
  const answer = await resultOrTooLate(LAUNCH_MS, unlessAborted(death, Promise.race([asked, ended]))).catch(
    async (error: unknown): Promise<never> => {
      await upstream.kill();
      throw error;
    },
  );
  if (answer === TOO_LATE) return `it did not answer within ${String(LAUNCH_MS / 1000)} s`;
  if (typeof answer === 'string') return answer;
  return answer.isError ? answer.text.replaceAll(/\s+/gu, ' ').slice(0, 300) : undefined;
}
