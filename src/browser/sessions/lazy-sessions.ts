import { Failure } from '../../core/index.js';
import type { SessionMatch, Sessions } from '../../core/index.js';

/** What must happen although no call has needed a browser yet: sessions of a server before us may have been left. */
export interface BeforeBuilt {
  secretKept(principal: string | undefined): void;
  drop(match: SessionMatch, why: string): Promise<void>;
}

interface WithoutCall {
  /** Browsers are started ahead. */
  readonly hasAhead?: boolean;
  readonly before?: BeforeBuilt | undefined;
  /** Removes what servers that are gone have left. */
  readonly sweep?: (() => Promise<void>) | undefined;
}

/** Sessions that are built with the first call that needs them: no start waits for what only a browser needs. */
export function lazySessions(
  build: () => Promise<Sessions>,
  { hasAhead = false, before, sweep }: WithoutCall = {},
): Sessions {
  let building: Promise<Sessions> | undefined;
  let built: Sessions | undefined;
  let isClosed = false;
  const get = (): Promise<Sessions> => {
    if (isClosed && built === undefined) throw new Failure('call.cancelled', 'The server is stopping.');
    building ??= build().then(
      (sessions) => (built = sessions),
      (error: unknown) => {
        building = undefined;
        throw error;
      },
    );
    return building;
  };
  return {
    ...ofWhatIsThere(() => built),
    startAhead: () => {
      if (isClosed) return;
      if (hasAhead) get().catch(() => undefined);
      sweep?.().catch(() => undefined);
    },
    readFacts: async (scope, targets, signal) => (await get()).readFacts(scope, targets, signal),
    lease: async (permit, signal, pauseClock, tell) => (await get()).lease(permit, signal, pauseClock, tell),
    takeOver: async (permit, person) => {
      if (built?.takeOver === undefined) throw new Failure('session.none');
      return built.takeOver(permit, person);
    },
    readState: async (scope, origin) => {
      if (built?.readState === undefined) throw new Failure('session.none');
      return built.readState(scope, origin);
    },
    secretKept: (principal) => {
      if (built === undefined) before?.secretKept(principal);
      else built.secretKept?.(principal);
    },
    end: async (match, why) => {
      if (building === undefined) await before?.drop(match, why);
      return (await building)?.end(match, why) ?? 0;
    },
    close: async () => {
      isClosed = true;
      await (await building?.catch(() => undefined))?.close();
    },
  };
}

/** What says nothing and does nothing while no call has needed a browser. */
function ofWhatIsThere(get: () => Sessions | undefined) {
  return {
    picture: async (scope, target) => get()?.picture?.(scope, target),
    frame: async (scope) => get()?.frame?.(scope),
    isSecretLive: async (scope) => get()?.isSecretLive?.(scope),
    watch: async (scope, longest) => get()?.watch?.(scope, longest),
    takeEndedTakeover: (scope) => get()?.takeEndedTakeover?.(scope),
    stateOf: (scope) => get()?.stateOf?.(scope) ?? 'none',
    dropEnding: (scope) => get()?.dropEnding?.(scope),
    takeLimitNotice: (scope) => get()?.takeLimitNotice?.(scope),
    pause: (match, by) => get()?.pause?.(match, by) ?? [],
    resume: (match) => get()?.resume?.(match) ?? [],
    list: () => get()?.list() ?? [],
  } satisfies Partial<Sessions>;
}
