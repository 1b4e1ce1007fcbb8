import { Failure } from '../../core/index.js';
import { DevToolsWire } from '../cdp/cdp-connection.js';
import { DocumentGate } from '../cdp/cdp-interceptor.js';
import { attachCdpOf } from '../options.js';
import { TOO_LATE, within } from '../with-timeout.js';
import { findEndpoint, nobodyThere } from './attach/find-endpoint.js';
import { GuestGate } from './attach/attach-interceptor.js';
import { postWatchman } from './attach/tab-reaper.js';
import { loadPlaywright } from './load-playwright.js';
import type { Provider, ProviderDeps, RunningBrowser } from './provider.js';

const CONNECT_MS = 20_000;
const LEAVE_MS = 2000;
const ANSWER_MS = 5000;

/**
 * A browser that a person started and is signed in with. It is not behind the proxy and in no jail: what holds there is
 * the gate on each request of our own tabs, and nothing beneath it.
 */
export function attachedBrowser(deps: ProviderDeps): Provider {
  const attachCdp = attachCdpOf(deps.options);
  return {
    name: 'attach',
    // Whoever uses it shares its cookies.
    mostSessions: 1,
    isAttached: true,
    launch: async () => {
      const { openSocketLine } = await import('./attach/socket-transport.js');
      const line = await openSocketLine(await findEndpoint(attachCdp)).catch((error: unknown) => {
        throw error instanceof Failure ? error : nobodyThere(attachCdp, error);
      });
      const wire = new DevToolsWire(line);
      try {
        return await lodge(wire, attachCdp, deps.runFolder);
      } catch (error) {
        wire.close();
        if (error instanceof Failure) throw error;
        throw new Failure('browser.start-failed', `The browser at ${attachCdp} could not be used.`, undefined, error);
      }
    },
  };
}

async function lodge(wire: DevToolsWire, cdp: string, artifactsDir: string): Promise<RunningBrowser> {
  const gate = new DocumentGate(wire);
  const watchman = postWatchman(cdp);
  wire.whenLost(() => {
    watchman.dismiss();
  });
  const guests = new GuestGate(wire, gate, watchman);
  const { chromium } = await loadPlaywright();
  const connecting = chromium.connectOverCDP(wire, { artifactsDir, noDefaults: true, timeout: CONNECT_MS });
  const browser = await within(CONNECT_MS, connecting);
  if (browser === TOO_LATE) throw new Error('no answer in time');
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('it has no context');
  const leave = async (): Promise<void> => {
    await within(LEAVE_MS, guests.leave());
  };
  const own = { on: false, why: 'the browser is the operator’s own' };
  return {
    browser,
    gate,
    version: browser.version(),
    sandbox: own,
    jail: own,
    idle: Promise.resolve(),
    sealed: Promise.resolve(undefined),
    mayLoadEarly: true,
    lodging: { context, enter: (owner) => guests.enter(owner), leave },
    answers: () => wire.answers(ANSWER_MS),
    whenGone: (listener) => {
      wire.whenLost(listener);
    },
    kill: async () => {
      await leave();
      wire.close();
    },
  };
}
