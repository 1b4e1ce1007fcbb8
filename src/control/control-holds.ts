import { Failure } from '../core/index.js';
import type { SessionMatch } from '../core/index.js';
import type { Explained, Explanation } from '../gateway/explain.js';
import type { OperatorPort } from '../gateway/gateway.js';
import type { ControlRequest } from './control-protocol.js';

type HoldRequest = Extract<ControlRequest, { do: 'stop' | 'pause' | 'resume' | 'stopped' }>;
type Reply = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly why: string };
export type Explain = (asked: Explained) => Promise<Explanation>;

const NOT_HERE: Reply = { ok: false, why: 'This server cannot do that.' };

/** Stop, pause and resume over the control socket: whoever can open it is the person who owns the workspace. */
export async function holdOrRelease(operator: OperatorPort, request: HoldRequest): Promise<Reply> {
  switch (request.do) {
    case 'stop': {
      const { by, once } = request;
      const how = { ...(by !== undefined && { by }), ...(once !== undefined && { once }) };
      return { ok: true, result: { stopped: await operator.stop(matchOf(request), how) } };
    }
    case 'pause': {
      const paused = operator.pause?.(matchOf(request), request.by);
      return paused === undefined ? NOT_HERE : { ok: true, result: { paused } };
    }
    case 'resume': {
      const result = operator.resume?.(matchOf(request), request.by);
      return result === undefined ? NOT_HERE : { ok: true, result };
    }
    case 'stopped':
      return { ok: true, result: operator.stopped?.() ?? [] };
  }
}

export async function explained(explain: Explain | undefined, asked: Explained): Promise<Reply> {
  if (explain === undefined) return NOT_HERE;
  try {
    return { ok: true, result: await explain(asked) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, why: `${error.code}: ${error.hint ?? ''}` };
  }
}

/** Absent parts stay absent: each that is there narrows. */
export function matchOf({ principal, client, session }: SessionMatch): SessionMatch {
  return {
    ...(principal !== undefined && { principal }),
    ...(client !== undefined && { client }),
    ...(session !== undefined && { session }),
  };
}
