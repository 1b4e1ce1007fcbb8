import { Failure } from '../core/index.js';
import type { Released } from '../core/index.js';
import { createMask, release } from '../masking/index.js';
import type { CallRequest } from './gateway.js';
import type { PathDeps } from './path-deps.js';

type AdmitDeps = Pick<PathDeps, 'limits' | 'callers' | 'secrets'>;

/** Before the path begins: a caller that has too many calls under way is told so at once, and nothing of this one is kept. */
export async function admitCall(
  { limits, callers, secrets }: AdmitDeps,
  { principal }: CallRequest,
  handleCall: () => Promise<Released>,
): Promise<Released> {
  let leave = (): void => undefined;
  try {
    leave = limits?.enter(callers?.current(principal) ?? principal) ?? leave;
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('internal.fault');
    return release({ kind: 'failed', failure }, { marker: () => '', mask: createMask(secrets.all()) });
  }
  try {
    return await handleCall();
  } finally {
    leave();
  }
}
