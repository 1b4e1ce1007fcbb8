import { Failure } from '../../core/index.js';
import { CdpConnection } from '../cdp/cdp-connection.js';
import { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import { attachCdpOf } from '../options.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { findEndpoint, nobodyThere } from './attach/find-endpoint.js';
import { AttachInterceptor } from './attach/attach-interceptor.js';
import { startTabReaper } from './attach/tab-reaper.js';
import { loadPlaywright } from './load-playwright.js';
import type { BrowserProvider, ProviderDeps, RunningBrowser } from './provider.js';

const CONNECT_MS = 20_000;
const LEAVE_MS = 2000;
const ANSWER_MS = 5000;

/**
 * A browser that a person started and is signed in with. It is not behind the proxy and in no jail: what holds there is
 * the gate on each request of our own tabs, and nothing beneath it.
 */
export function attachedBrowser(deps: ProviderDeps): BrowserProvider {
  const attachCdp = attachCdpOf(deps.options);
  return {
    name: 'attach',
    // Whoever uses it shares its cookies.
    mostSessions: 1,
    isAttached: true,
    launch: async () => {
      const { openSocketTransport } = await import('./attach/socket-transport.js');
      const line = await openSocketTransport(await findEndpoint(attachCdp)).catch((error: unknown) => {
        throw error instanceof Failure ? error : nobodyThere(attachCdp, error);
      });
      const wire = new CdpConnection(line);
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

async function lodge(wire: CdpConnection, cdp: string, artifactsDir: string): Promise<RunningBrowser> {
  const gate = new DocumentInterceptor(wire);
  const reaper = startTabReaper(cdp);
  wire.whenLost(() => {
    reaper.dismiss();
  });
  const guests = new AttachInterceptor(wire, gate, reaper);
  const { chromium } = await loadPlaywright();
  const connecting = chromium.connectOverCDP(wire, { artifactsDir, noDefaults: true, timeout: CONNECT_MS });
  const browser = await resultOrTooLate(CONNECT_MS, connecting);
  if (browser === TOO_LATE) throw new Error('no answer in time');
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('it has no context');
  const leave = async (): Promise<void> => {
    await resultOrTooLate(LEAVE_MS, guests.leave());
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
    sharedContext: { context, enter: (owner) => guests.enter(owner), leave },
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
