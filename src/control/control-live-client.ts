import type { z } from 'zod';
import { sessionNameOf } from '../core/index.js';
import type { PersonInput } from '../core/index.js';
import type { Driving, OperatorPort, Taker, ViewSize, Which } from '../gateway/gateway.js';
import { liveResults, shownPictureOf } from './control-live.js';
import type { DrivenView, LiveRequest, ShownView } from './control-live.js';

/** A session in a person's hands, in this process or behind a control socket. */
export interface DriveHandle {
  input(inputs: readonly PersonInput[]): Promise<void>;
  view(): Promise<DrivenView>;
  giveBack(): Promise<void>;
}

export type TakenHandle =
  { readonly ok: true; readonly drive: DriveHandle } | { readonly ok: false; readonly why: string };

export interface LiveHandle {
  /** Undefined: there is no such session. */
  view(which: Which, size: ViewSize): Promise<ShownView | undefined>;
  takeOver(which: Which, taker: Taker): Promise<TakenHandle>;
}

type Asked = LiveRequest extends infer R ? (R extends LiveRequest ? Omit<R, 'id'> : never) : never;
type Get = <T>(asked: Asked, schema: z.ZodType<T>, withinMs?: number) => Promise<T>;
type Request = (
  asked: Asked,
  withinMs: number,
) => Promise<{ readonly ok: true; readonly result?: unknown } | { readonly ok: false; readonly why: string }>;

/** The running call of the agent is waited for. */
const TAKE_MS = 20_000;

export function liveOver(get: Get, request: Request): LiveHandle {
  return {
    view: async (which, size) => (await get({ do: 'view', ...sessionNameOf(which), size }, liveResults.view)).view,
    takeOver: async (which, { by, code }) => {
      const reply = await request({ do: 'take', ...sessionNameOf(which), by, code }, TAKE_MS);
      if (!reply.ok) return reply;
      const { data } = liveResults.take.safeParse(reply.result);
      if (data === undefined) return { ok: false, why: 'The server answered something else.' };
      const { drive } = data;
      return {
        ok: true,
        drive: {
          input: async (inputs) => {
            await get({ do: 'drive', drive, inputs: [...inputs] }, liveResults.drive);
          },
          view: async () => {
            const seen = await get({ do: 'driven', drive }, liveResults.driven);
            return 'over' in seen ? seen : seen.view;
          },
          giveBack: async () => {
            await get({ do: 'give', drive }, liveResults.give);
          },
        },
      };
    },
  };
}

export function liveIn(operator: OperatorPort): LiveHandle {
  return {
    view: async (which, size) => {
      const released = await operator.view(which, size);
      return released && shownPictureOf(released);
    },
    takeOver: async (which, taker) => {
      const taken = await operator.takeOver(which, taker);
      return taken.ok ? { ok: true, drive: driveOf(taken.driving) } : taken;
    },
  };
}

function driveOf(driving: Driving): DriveHandle {
  let over: string | undefined;
  void driving.ended.then((why) => (over = why));
  return {
    input: (inputs) => driving.input(inputs),
    view: async () => {
      const released = over === undefined ? await driving.view() : undefined;
      if (over !== undefined) return { over };
      return released === undefined ? { over: 'the session ended' } : shownPictureOf(released);
    },
    giveBack: async () => {
      driving.giveBack('the person gave it back');
      await driving.ended;
    },
  };
}
