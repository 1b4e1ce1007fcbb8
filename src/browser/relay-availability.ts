import { Failure, ownCommand } from '../core/index.js';
import type { BrowserAvailability } from '../core/index.js';
import { watchAvailability } from './availability.js';
import type { BrowserProvider } from './providers/provider.js';
import { missingFor, missingTools } from './providers/relay/mapped-tools.js';
import { listUpstreamTools } from './providers/relay/list-tools.js';
import type { UpstreamDeps } from './providers/relay/start-upstream.js';

/** The first answer goes before it. */
const BEGIN_MS = 150;
/** A failed start is tried again no sooner. */
const AGAIN_MS = 5000;

/**
 * What the upstream can do is asked of it in the background, while the server answers; until it has answered, it is
 * taken to have everything. Where it does not come up the server goes on without a browser, and tries again when one is
 * wanted.
 */
export function watchUpstream(provider: Pick<BrowserProvider, 'locate'>, deps: UpstreamDeps): BrowserAvailability {
  const located = watchAvailability(provider);
  const listeners = new Set<() => void>();
  let tools: ReadonlySet<string> | undefined;
  let problem: string | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const ask = (): void => {
    if (tools !== undefined || Date.now() - askedAt < AGAIN_MS || located.whyNot() !== undefined) return;
    askedAt = Number.POSITIVE_INFINITY;
    listUpstreamTools(deps).then(
      (found) => {
        const isNews = problem !== undefined || missingTools(found).length > 0;
        [tools, problem] = [found, undefined];
        if (isNews) tell();
      },
      (error: unknown) => {
        askedAt = Date.now();
        const isNews = problem === undefined;
        problem = hintOf(error);
        deps.log(`relay: there is no upstream, so browser tools are not offered: ${problem}`);
        if (isNews) tell();
      },
    );
  };
  setTimeout(ask, BEGIN_MS).unref();
  return {
    whyNot: () => {
      const why = located.whyNot();
      if (why !== undefined) return why;
      ask();
      return problem;
    },
    lacks: (tool) => whyLacking(tool, tools),
    onFound: (listener) => {
      const end = located.onFound(listener);
      listeners.add(listener);
      return () => {
        end();
        listeners.delete(listener);
      };
    },
  };
}

function whyLacking(tool: string, tools: ReadonlySet<string> | undefined): string | undefined {
  // Before it has answered only what the relay itself cannot do is known.
  const missing = missingFor(tool, tools ?? 'all');
  if (missing === undefined) return undefined;
  if (missing.needs.length === 0) return `browser.provider: relay has no ${tool}`;
  return `the upstream has no ${missing.needs.join(', ')}`;
}

function hintOf(error: unknown): string {
  const hint = error instanceof Failure ? error.hint : undefined;
  return hint ?? `It did not start. Tell the user to run: ${ownCommand('doctor')}`;
}
