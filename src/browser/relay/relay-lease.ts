import { Failure } from '../../core/index.js';
import type { Lease } from '../../core/index.js';
import type { PermitContent } from '../../core/seals/permit-open.js';
import { once } from '../../platform/once.js';
import type { SessionSlot } from '../sessions/session-slot.js';
import type { SlotContent } from '../sessions/slot-content.js';
import { unlessAborted } from '../with-timeout.js';
import { createRelayPage } from './relay-page.js';
import type { RelaySession } from './relay-session.js';
import type { UpstreamDriver } from './upstream-driver.js';
import type { RelaySessionsDeps } from './relay-deps.js';

export interface OpenedRelay extends SlotContent {
  readonly session: RelaySession;
}

export type RelaySlot = SessionSlot<OpenedRelay>;

/** Waits for its turn, starts the upstream if none runs, and hands out the page for one call. */
export async function leaseRelay(
  slot: RelaySlot,
  permit: PermitContent,
  signal: AbortSignal,
  deps: RelaySessionsDeps,
): Promise<Lease> {
  const either = AbortSignal.any([signal, slot.death]);
  const leave = await slot.queue.enter(either);
  slot.clock.begin();
  const over = once(() => {
    slot.clock.end();
    slot.finished();
    leave();
  });
  let isAbandoned = false;
  try {
    const { session } = await unlessAborted(either, slot.open());
    const driver = await usableDriver(session, permit, either);
    slot.began(permit.call);
    const { scope } = permit.call;
    const page = createRelayPage({
      ...{ scope, session, driver, permit, signal: either, maxTokens: deps.options.snapshot.maxTokens },
      ...{ secrets: deps.secrets, pageSecrets: deps.pageSecrets(scope), egress: deps.egress },
      mayVisit: (url) => deps.mayVisit(slot.scope, url),
      endSession: () => slot.end({ code: 'session.expired', why: 'the agent closed it', quietly: true }),
    });
    return {
      page,
      inject: () => Promise.reject(new Failure('vault.not-injected', 'browser.provider: relay has no identities')),
      done: () => {
        session.touch();
        if (!isAbandoned) over();
      },
      // The upstream may still be acting: it ends with its browser, and the next call starts another one.
      abandon: () => {
        isAbandoned = true;
        return slot.recover(session.drop().finally(over));
      },
    };
  } catch (error) {
    over();
    throw error;
  }
}

/** A page that hangs cannot be left: it would have to agree. What must work on any page goes on in another browser. */
async function usableDriver(
  session: RelaySession,
  { call }: PermitContent,
  signal: AbortSignal,
): Promise<UpstreamDriver> {
  const driver = await unlessAborted(signal, session.use());
  if (call.effect !== 'leave' || (await driver.answers(signal))) return driver;
  await session.drop();
  return unlessAborted(signal, session.use());
}
