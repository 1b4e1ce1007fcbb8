import { Failure } from '../core/index.js';
import type { Call, ErrorCode, CallFacts } from '../core/index.js';
import { OPEN_LOOPBACK, privateHint } from '../policy/index.js';
import type { Approval } from './ask.js';
import type { PathDeps } from './path-deps.js';

type OpenDeps = Pick<PathDeps, 'sessionPolicy'>;

/** After this time a person may be reachable, so the question is asked again. */
const ASK_AGAIN_MS = 60_000;

const NOT_OPENED: ReadonlyMap<ErrorCode, string> = new Map([
  ['approval.denied', 'a person was asked and said no'],
  ['approval.expired', 'a person was asked and did not answer'],
  ['approval.nobody', 'nobody was there to be asked'],
  ['approval.too-many', 'a person was asked too much already'],
]);

/** Unless a person opens it, a port of this machine is as closed as any private address, and the agent is told so. */
export async function refuseAsPrivateUnlessOpened(
  deps: OpenDeps,
  call: Call,
  callFacts: CallFacts,
  asking: Promise<Approval>,
): Promise<Approval> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const why = NOT_OPENED.get(error.code);
    if (why === undefined) throw error;
    const isNo = error.code === 'approval.denied';
    deps.sessionPolicy.declineLoopback(call.scope, callFacts, isNo ? Number.POSITIVE_INFINITY : ASK_AGAIN_MS);
    const [url] = [...callFacts.urls.values()].filter((facts) => facts.kind === 'web');
    throw new Failure('policy.private-address', `${url === undefined ? '' : `${privateHint(url)} `}(${why})`);
  }
}

/** An approval opens more than the call itself: the loopback port, or the origin, for the session. */
export function openApproved({ sessionPolicy }: OpenDeps, rule: string, call: Call, callFacts: CallFacts): void {
  if (rule === OPEN_LOOPBACK) sessionPolicy.openLoopback(call.scope, callFacts);
  if (rule === OPEN_LOOPBACK || rule === 'navigate_off_allowlist') sessionPolicy.grant(call.scope, callFacts);
}
