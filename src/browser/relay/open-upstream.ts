import { Failure } from '../../core/index.js';
import type { Egress, RecordedEvent, Scope } from '../../core/index.js';
import type { LaunchWay } from '../providers/local/launch-plan.js';
import { locateUpstream, startUpstream, waysFor } from '../providers/relay/start-upstream.js';
import type { Upstream, UpstreamDeps } from '../providers/relay/start-upstream.js';
import { readAnswer } from './upstream-answer.js';

export interface UpstreamOpener {
  readonly place: UpstreamDeps;
  readonly egress?: Egress | undefined;
  readonly note: (event: RecordedEvent) => void;
}

/** The way that worked is taken again, without trying what did not. */
const known = new WeakMap<UpstreamDeps, LaunchWay>();

/** An upstream with its browser, in the first way that works, behind the proxy with the session's own credentials. */
export async function openUpstream(scope: Scope, { place, egress, note }: UpstreamOpener): Promise<Upstream> {
  if (egress === undefined)
    throw new Failure('browser.no-jail', 'There is no egress proxy, and a jail has no other way out.');
  const admission = await egress.admit(scope);
  const accept: Egress['accept'] = (connection) => {
    egress.accept(connection);
  };
  const way = known.get(place);
  const ways = way === undefined ? await waysFor(place, locateUpstream(place).browser) : [way];
  for (const one of ways) {
    const upstream = await startUpstream(one, place, {
      ...{ admission, proxy: admission.server, accept },
      ...(egress.trust === undefined ? {} : { trust: egress.trust }),
    });
    const problem = await launchProblem(upstream);
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

/** Undefined: its browser is up. */
async function launchProblem(upstream: Upstream): Promise<string | undefined> {
  const ended = upstream.exited.then((how) => `it ended: ${how}`);
  const asked = upstream.call('browser_tabs', { action: 'list' }).then(readAnswer);
  const answer = await Promise.race([asked, ended]);
  if (typeof answer === 'string') return answer;
  return answer.isError ? answer.text.replaceAll(/\s+/gu, ' ').slice(0, 300) : undefined;
}
