import { Failure } from '../core/index.js';
import type { Call, Scope, Secret, SecretRegistry, CallFacts, Target } from '../core/index.js';
import { findLeaks } from '../masking/index.js';

/** No secret is at home everywhere. */
const EVERY_ORIGIN = '*';

/**
 * The agent never got the value, so an argument that has it in it came from a page, or from a flaw of ours: a call that
 * would send it to another origin than its own is refused. `<NAME>` is only a name.
 */
export function refuseExfiltration(secrets: readonly Secret[], call: Call, callFacts: CallFacts): void {
  if (secrets.length === 0) return;
  const destinations = call.targets.flatMap((target) => destinationsOf(target, callFacts));
  if (destinations.length === 0) return;
  const [leaving] = findLeaks(secrets, JSON.stringify(call.arguments), destinations);
  if (leaving !== undefined) throw new Failure('policy.secret-leaving', `<${leaving.name}>`);
}

/** For the proxy, which sees what pages send by themselves: nothing while the session has no secrets. */
export function leaksIn(secrets: Pick<SecretRegistry, 'maskedIn'>) {
  return (scope: Scope): ((text: string, origin: string) => string | undefined) | undefined => {
    const list = secrets.maskedIn(scope);
    return list.length === 0 ? undefined : (text, origin) => findLeaks(list, text, [origin])[0]?.name;
  };
}

/** Every origin that would get to see an argument of the call. */
function destinationsOf(target: Target, { urls, elements, page }: CallFacts): readonly string[] {
  switch (target.kind) {
    case 'url': {
      const url = urls.get(target);
      return url?.kind === 'web' ? [url.origin] : [];
    }
    case 'element': {
      if (target.text === undefined) return [];
      const frame = elements.get(target)?.frameOrigin;
      return [frame, page?.origin].filter((origin) => origin !== undefined);
    }
    case 'page':
      return target.text === undefined || page === undefined ? [] : [page.origin];
    case 'session':
      return target.text === undefined ? [] : [EVERY_ORIGIN];
  }
}
