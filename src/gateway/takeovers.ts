import { Failure, NO_FACTS, sessionNameOf } from '../core/index.js';
import type { AnswerResult, JsonObject, PersonInput, Record, Released, Sessions, Takeover } from '../core/index.js';
import { mintPermit } from '../core/seals/permit-mint.js';
import type { LiveView, Which } from './live-view.js';

/** The approval code, where a person has set one: an agent with a shell does not know it. */
export interface TakeoverCodeCheck {
  isSet(): boolean;
  check(code: string | undefined): Promise<AnswerResult>;
}

export interface Taker {
  readonly by: string;
  readonly code?: string | undefined;
}

/** A session in a person's hands. */
export interface Driving {
  input(inputs: readonly PersonInput[]): Promise<void>;
  /** Undefined: the session is gone. */
  view(): Promise<Released | undefined>;
  giveBack(why: string): void;
  /** With the reason, in words for a person. */
  readonly ended: Promise<string>;
}

export type TakenSession =
  { readonly ok: true; readonly driving: Driving } | { readonly ok: false; readonly why: string };

interface TakeoverDeps {
  readonly sessions: Pick<Sessions, 'takeOver'>;
  readonly record: Pick<Record, 'note'>;
  readonly live: LiveView;
  readonly code: TakeoverCodeCheck;
}

const IDLE_MS = 5 * 60_000;
const NO_RECORD = 'The record cannot be written, so nothing is taken over.';

/** Puts a person in the agent's place, on the record, with the approval code where there is one. */
export async function takeOverSession(deps: TakeoverDeps, which: Which, taker: Taker): Promise<TakenSession> {
  const { code, sessions } = deps;
  const scope = sessionNameOf(which);
  const { by } = taker;
  const note = (event: string, facts: JsonObject): void => {
    deps.record.note({ event, scope, facts });
  };
  const refuse = (why: string): TakenSession => {
    note('takeover.refused', { by, why });
    return { ok: false, why };
  };
  try {
    if (code.isSet()) {
      const checked = await code.check(taker.code);
      if (!checked.ok) return refuse(checked.why);
    }
  } catch {
    return { ok: false, why: NO_RECORD };
  }
  let takeover: Takeover | undefined;
  try {
    takeover = await sessions.takeOver?.(operatorPermit(scope), { by, idleMs: IDLE_MS });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refuse(whyNot(error));
  }
  if (takeover === undefined) return refuse('Sessions of this server cannot be taken over.');
  return begin(deps, scope, by, takeover, note);
}

function begin(
  { live }: TakeoverDeps,
  scope: Which,
  by: string,
  takeover: Takeover,
  note: (event: string, facts: JsonObject) => void,
): TakenSession {
  try {
    note('takeover.began', { by });
  } catch {
    takeover.giveBack('the record could not be written');
    return { ok: false, why: NO_RECORD };
  }
  const ended = takeover.ended.then(({ why, seconds, inputs }) => {
    try {
      note('takeover.ended', { by, why, seconds, inputs });
    } catch {
      // The next call finds out that the record is broken, and is refused.
    }
    return why;
  });
  return {
    ok: true,
    driving: {
      input: (inputs) => takeover.input(inputs),
      view: () => live.captureNow(scope, 'large'),
      giveBack: (why) => {
        takeover.giveBack(why);
      },
      ended,
    },
  };
}

/** An operator is judged by nobody but the approval code; where the pages may go is judged as ever. */
function operatorPermit(scope: Which) {
  const { principal } = scope;
  return mintPermit({
    call: {
      tool: 'takeover',
      capability: 'human',
      effect: 'act',
      principal: { id: principal },
      scope,
      targets: [],
      arguments: {},
    },
    callFacts: NO_FACTS,
    rule: 'operator',
  });
}

function whyNot({ code, hint }: Failure): string {
  if (code === 'session.none') return 'There is no such session any more, or it has no page yet.';
  return hint ?? 'The session cannot be taken over now.';
}
