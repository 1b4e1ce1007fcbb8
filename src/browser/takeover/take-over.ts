import { Failure } from '../../core/index.js';
import type { Egress, TargetFacts, SecretRegistry, Takeover, Target } from '../../core/index.js';
import type { SessionSlot } from '../sessions/session-slot.js';
import type { Driver } from '../sessions/takeover-state.js';
import { PersonTurn } from './person-turn.js';
import { TypedSecrets } from './typed-secrets.js';

/** The call that is running is let finish: to cut it off could leave half of an action. */
const WAIT_MS = 12_000;

/** From the first moment the agent's calls are refused; the person gets the session when the running one is over. */
export async function takeOver(
  slot: SessionSlot,
  { by, idleMs }: { readonly by: string; readonly idleMs: number },
  { egress, secrets }: { readonly egress?: Egress | undefined; readonly secrets: Pick<SecretRegistry, 'keep'> },
): Promise<Takeover> {
  if (slot.driver !== undefined) throw new Failure('session.taken-over', 'Somebody drives it already.');
  const coming: Driver = { by, since: Date.now(), stop: () => undefined };
  slot.takeoverState.handTo(coming);
  slot.reattachRecord?.spoil('a person drove it');
  slot.queue.refuseWaiting(new Failure('session.taken-over'));
  const leave = await slot.queue
    .enter(AbortSignal.any([AbortSignal.timeout(WAIT_MS), slot.death]))
    .catch((error: unknown) => {
      slot.takeoverState.handBack();
      if (error instanceof Failure) throw error;
      throw new Failure('call.busy', 'A call of the agent is still running. Try again in a moment.', undefined, error);
    });
  const { session } = slot;
  if (session === undefined || slot.death.aborted) {
    slot.takeoverState.handBack();
    leave();
    throw new Failure('session.none');
  }
  slot.clock.begin();
  const handBack = (seconds: number): void => {
    const counts = egress?.counts(slot.scope);
    if (counts !== undefined) session.events.newRefusals(counts);
    slot.takeoverState.handBack(seconds);
    slot.clock.end();
    leave();
  };
  const typed = new TypedSecrets((secret) => {
    secrets.keep(slot.scope, { ...secret, name: 'TYPED_BY_A_PERSON' });
  });
  const turn = new PersonTurn({ by, session, idleMs, typed, handBack });
  slot.takeoverState.handTo(turn);
  return turn;
}

/** A question to a person needs no page and can be asked meanwhile; whatever looks at one is refused. */
export function unseenWhileDriven(targets: readonly Target[]): TargetFacts {
  if (targets.every(({ kind }) => kind === 'session')) return { elements: new Map() };
  throw new Failure('session.taken-over');
}
