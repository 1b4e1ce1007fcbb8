import { Failure } from '../../core/index.js';
import type { Sessions } from '../../core/index.js';

/** Sessions that are built with the first call that needs them: no start waits for what only a browser needs. */
export function lazySessions(build: () => Promise<Sessions>, isNeededAhead = false): Sessions {
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
  if (isNeededAhead) get().catch(() => undefined);
  return {
    readFacts: async (scope, targets, signal) => (await get()).readFacts(scope, targets, signal),
    lease: async (permit, signal, aside, tell) => (await get()).lease(permit, signal, aside, tell),
    picture: async (scope, target) => built?.picture?.(scope, target),
    frame: async (scope) => built?.frame?.(scope),
    isSecretLive: async (scope) => built?.isSecretLive?.(scope),
    watch: async (scope, longest) => built?.watch?.(scope, longest),
    takeOver: async (permit, person) => {
      if (built?.takeOver === undefined) throw new Failure('session.none');
      return built.takeOver(permit, person);
    },
    readState: async (scope, origin) => {
      if (built?.readState === undefined) throw new Failure('session.none');
      return built.readState(scope, origin);
    },
    handedBack: (scope) => built?.handedBack?.(scope),
    stateOf: (scope) => built?.stateOf?.(scope) ?? 'none',
    dropEnding: (scope) => built?.dropEnding?.(scope),
    takeLimitNotice: (scope) => built?.takeLimitNotice?.(scope),
    pause: (match, by) => built?.pause?.(match, by) ?? [],
    resume: (match) => built?.resume?.(match) ?? [],
    list: () => built?.list() ?? [],
    end: async (match, why) => (await building)?.end(match, why) ?? 0,
    close: async () => {
      isClosed = true;
      await (await building?.catch(() => undefined))?.close();
    },
  };
}
