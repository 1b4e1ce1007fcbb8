import { Failure } from '../../core/index.js';
import type { Page } from '../../core/index.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import type { Recorder } from '../page/recording/recorder.js';

/** The same page; a recording that runs is told of the call, and with which code it failed. */
export function recordCall(
  page: Page,
  recorder: Recorder | undefined,
  { call, callFacts }: PermitContent,
  tab: string,
): { readonly page: Page; readonly ended: () => void } {
  if (recorder?.current === undefined) return { page, ended: () => undefined };
  const tell = recorder.began(call, callFacts, tab);
  let code: string | undefined;
  const told = new Proxy(page, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(member, target, given);
        } catch (error) {
          code ??= error instanceof Failure ? error.code : 'internal.fault';
          throw error;
        }
      };
    },
  });
  return {
    page: told,
    ended: () => {
      tell(code);
      recorder.current?.wake();
    },
  };
}
