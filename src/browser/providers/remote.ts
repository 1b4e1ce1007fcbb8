import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import { onceOnly } from '../../platform/once.js';
import { openSocketTransport } from './attach/socket-transport.js';
import { remoteSwitches } from './local/switches.js';
import type { BrowserProvider, Isolation, Launched, ProviderDeps, ProviderRequest } from './provider.js';
import { openCdpSession } from './remote/cdp-sessions.js';
import { nameOfPlace, remoteDeclaration } from './remote/declaration.js';
import { GridSessions } from './remote/grid-sessions.js';
import { RemoteInterceptor } from './remote/remote-interceptor.js';
import type { RemoteOptions } from './remote/remote-options.js';
import { readPlace } from './remote/remote-place.js';
import type { RemotePlace } from './remote/remote-place.js';
import type { RemoteSession } from './remote/remote-session.js';
import { startSessionReaper } from './remote/session-reaper.js';

/**
 * So often it is asked whether it lives: nobody tells us when its machine is gone. It is at most half of the shortest
 * time-out that a Grid can have, so that the question keeps the session alive there, too.
 */
const PROBE_MS = 5000;
const END_AGAIN_MS = [5000, 15_000, 60_000];
const NOT_GIVEN_BACK = 'could not be given back; it ends there by its time-out';
const ELSEWHERE: Isolation = { on: false, why: 'the browser is on another machine, whose walls are its own' };

/** A browser on another machine, for each session one; its boundary is our proxy, and each has to show it. */
export function remoteBrowser(deps: ProviderDeps): BrowserProvider {
  const { remote: options } = deps.options;
  if (options === undefined) throw new Failure('config.invalid', 'remote is not set.');
  const where = nameOfPlace(options);
  const grid = options.kind === 'grid' ? new GridSessions(options, deps) : undefined;
  return {
    declaration: remoteDeclaration,
    locate: () => ({ path: where, how: `remote.kind: ${options.kind}` }),
    ...(grid === undefined ? {} : { examine: () => grid.examine(), sweep: () => grid.sweepAgain() }),
    launch: async (request) => {
      const place = await readPlace(options, deps.keepSecret ?? (() => undefined));
      const session = await openSession(request, { options, place, deps, grid });
      return launch(session, place, { options, deps, where });
    },
  };
}

interface Opening {
  readonly options: RemoteOptions;
  readonly place: RemotePlace;
  readonly deps: ProviderDeps;
  readonly grid: GridSessions | undefined;
}

function openSession(
  { remote, proxy, trust, onQueued, resume }: ProviderRequest,
  opening: Opening,
): Promise<RemoteSession> {
  const { options, place, deps, grid } = opening;
  const isBounded = !options.unsafeNoBoundary;
  if (isBounded && remote === undefined)
    throw new Failure('browser.start-failed', 'There is no proxy for browsers on other machines.');
  const switches = remoteSwitches({
    disableWebSecurity: deps.options.disableWebSecurity,
    stealth: deps.options.stealth,
    proxy: isBounded ? remote?.server : undefined,
    hostRule: remote?.hostRule,
    keyHash: [remote?.keyHash, trust?.keyHash].filter((hash) => hash !== undefined).join(','),
  });
  const keep = deps.keepSecret ?? (() => undefined);
  if (resume !== undefined) {
    if (grid === undefined) throw new Failure('browser.start-failed', 'Only a Grid keeps browsers.');
    return grid.resume(place, resume);
  }
  if (grid !== undefined) return grid.open(place, switches, onQueued);
  return openCdpSession(options, place, { switches, proxy: proxy ?? '' }, keep);
}

async function launch(
  session: RemoteSession,
  { headers }: RemotePlace,
  { options, deps, where }: { readonly options: RemoteOptions; readonly deps: ProviderDeps; readonly where: string },
): Promise<Launched> {
  const reaper = session.last === undefined ? undefined : startSessionReaper(session.last);
  const end = async (): Promise<boolean> => {
    try {
      await session.end();
      reaper?.dismiss();
      return true;
    } catch {
      return false;
    }
  };
  let isLeft = false;
  const giveBack = onceOnly(async () => {
    if (isLeft || (await end())) return;
    void endLater(end, () => {
      deps.log(`remote: a session at ${where} ${NOT_GIVEN_BACK}`);
    });
  });
  const transport = await openSocketTransport(session.socket.href, headers).catch(async (error: unknown) => {
    await giveBack();
    throw new Failure('browser.start-failed', `The DevTools address at ${where} cannot be opened.`, undefined, error);
  });
  const isGrid = options.kind === 'grid';
  const tenancy = { isUnproxied: options.unsafeNoBoundary, viewport: isGrid ? deps.options.viewport : undefined };
  return {
    transport,
    ...{ sandbox: ELSEWHERE, jail: ELSEWHERE, folder: deps.runFolder, probeMs: PROBE_MS },
    disk: { folder: session.folder },
    hint: `The browser at ${where} could not be used.`,
    ...(isGrid
      ? {
          sharedContextUse: (wire, documents) => {
            const interceptor = new RemoteInterceptor(wire, documents, tenancy);
            return {
              interceptor,
              enter: (owner) => interceptor.enter(owner),
              adopt: (owner) => interceptor.adopt(owner),
              leave: () => interceptor.leave(),
            };
          },
        }
      : { interceptor: (wire, documents) => new RemoteInterceptor(wire, documents, tenancy) }),
    reattachable: reattachableOf(session, () => (isLeft = true)),
    kill: giveBack,
  };
}

function reattachableOf({ id, folder }: RemoteSession, leave: () => void): Launched['reattachable'] {
  return id === undefined ? undefined : { id, folder, leave };
}

/** A Grid that has much to do answers late: nobody waits for it, and it is asked again. At our own end the reaper asks. */
async function endLater(end: () => Promise<boolean>, giveUp: () => void): Promise<void> {
  for (const delayMs of END_AGAIN_MS) {
    await wait(delayMs, undefined, { ref: false });
    if (await end()) return;
  }
  giveUp();
}
