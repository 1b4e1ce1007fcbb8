import type net from 'node:net';
import { z } from 'zod';
import type {
  AnsweredQuestion,
  AnswerResult,
  Grant,
  JsonObject,
  PendingQuestion,
  SessionFacts,
  SessionMatch,
} from '../core/index.js';
import type { Explained } from '../gateway/explain.js';
import type { ReaderPresence, OperatorAnswer, Resumed, StopHow, StoppedCaller } from '../gateway/gateway.js';
import { isProcessAlive } from '../platform/process-liveness.js';
import { matchOf } from './control-holds.js';
import { connectTo, eachLine, whenLate } from './control-connection.js';
import { liveOver } from './control-live-client.js';
import type { LiveHandle } from './control-live-client.js';
import { listIds, readNote, removeTraces } from './control-place.js';
import { MAX_REPLY_BYTES, controlMessage, controlResults, parseControl } from './control-protocol.js';
import type { ControlRequest } from './control-protocol.js';

/** One running server of the workspace. Every promise rejects with a sentence for the person when it does not answer. */
export interface ServerHandle extends LiveHandle {
  readonly id: string;
  about(): Promise<JsonObject>;
  sessions(): Promise<readonly SessionFacts[]>;
  pending(presence?: ReaderPresence): Promise<readonly PendingQuestion[]>;
  /** A person was shown it. */
  seen(question: string, channel: 'cli' | 'console'): Promise<void>;
  answered(): Promise<readonly AnsweredQuestion[]>;
  answer(question: string, answer: OperatorAnswer): Promise<AnswerResult>;
  grants(): Promise<readonly Grant[]>;
  revoke(grant: string, by: string): Promise<AnswerResult>;
  stop(match: SessionMatch, how?: StopHow): Promise<number>;
  pause(match: SessionMatch, by: string): Promise<number>;
  resume(match: SessionMatch, by: string): Promise<Resumed>;
  /** Whom a person has stopped. */
  stopped(): Promise<readonly StoppedCaller[]>;
  /** What the policy of this server would say. */
  explain(asked: Explained): Promise<ShownExplanation>;
  /** What is open now, then everything new; ends with the signal or with the server. */
  watch(on: QuestionWatch, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** An explanation as it comes over the wire. */
export interface ShownExplanation {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
  readonly addresses: readonly { readonly address: string; readonly class: string }[];
  readonly hint?: string | undefined;
}

export interface QuestionWatch {
  asked(question: PendingQuestion): void;
  settled?(question: string): void;
}

const CONNECT_MS = 3000;
const REPLY_MS = 5000;
/** An approval code is stretched on purpose; what was taken must not be told as refused. */
const ANSWER_MS = 20_000;
const STOP_MS = 20_000;
/** A name may have to be looked up. */
const EXPLAIN_MS = 15_000;

/** Every server of the workspace that can be reached, each with an open connection: close them. */
export async function reachServers(
  folder: string,
  isWanted: (id: string) => boolean = () => true,
): Promise<ServerHandle[]> {
  const ids = (await listIds(folder)).filter(isWanted);
  const reached = await Promise.all(ids.map((id) => reach(folder, id)));
  return reached.flatMap((server) => server ?? []);
}

async function reach(folder: string, id: string): Promise<ServerHandle | undefined> {
  const note = await readNote(folder, id);
  if (note === undefined) return undefined;
  const socket = await connectTo(note.address, CONNECT_MS);
  if (typeof socket !== 'string') return openHandle(id, socket);
  // Refused alone proves nothing: a server that is just starting has its note already.
  if (socket === 'nobody' && !isProcessAlive(note.pid)) await removeTraces(folder, id, note);
  return undefined;
}

/** Removes what dead servers left in the run folder. */
export async function sweepDead(folder: string): Promise<void> {
  for (const id of await listIds(folder)) {
    const note = await readNote(folder, id);
    if (note === undefined || isProcessAlive(note.pid)) continue;
    const socket = await connectTo(note.address, CONNECT_MS);
    if (socket === 'nobody') await removeTraces(folder, id, note);
    else if (typeof socket !== 'string') socket.destroy();
  }
}

type Reply = { readonly ok: true; readonly result?: unknown } | { readonly ok: false; readonly why: string };
type Asked = ControlRequest extends infer R ? (R extends ControlRequest ? Omit<R, 'id'> : never) : never;

const GONE: Reply = { ok: false, why: 'The server has gone.' };
const SILENT: Reply = { ok: false, why: 'The server did not answer in time.' };
const STRANGE = 'The server answered something that this version does not understand.';

function openHandle(id: string, socket: net.Socket): ServerHandle {
  const { request, watchers } = converse(socket);
  const get = async <T>(asked: Asked, schema: z.ZodType<T>, withinMs = REPLY_MS): Promise<T> => {
    const reply = await request(asked, withinMs);
    if (!reply.ok) throw new Error(reply.why);
    const parsed = schema.safeParse(reply.result);
    if (!parsed.success) throw new Error(STRANGE);
    return parsed.data;
  };
  return {
    id,
    about: () => get({ do: 'about' }, controlResults.about),
    sessions: () => get({ do: 'sessions' }, controlResults.sessions),
    pending: (presence = {}) => get({ do: 'pending', ...presence }, controlResults.pending),
    seen: async (question, channel) => {
      await get({ do: 'seen', question, channel }, controlResults.seen);
    },
    answered: () => get({ do: 'answered' }, controlResults.answered),
    answer: async (question, answer) => {
      const reply = await request({ do: 'answer', question, ...answer }, ANSWER_MS);
      if (!reply.ok) return reply;
      const { data } = controlResults.answer.safeParse(reply.result);
      return { ok: true, ...(data?.grant !== undefined && { grant: data.grant }) };
    },
    grants: () => get({ do: 'grants' }, controlResults.grants),
    revoke: async (grant, by) => {
      const reply = await request({ do: 'revoke', grant, by }, REPLY_MS);
      return reply.ok ? { ok: true } : reply;
    },
    ...liveOver(get, request),
    stop: async (match, how) =>
      (await get({ do: 'stop', ...matchOf(match), ...how }, controlResults.stop, STOP_MS)).stopped,
    pause: async (match, by) => (await get({ do: 'pause', ...matchOf(match), by }, controlResults.pause)).paused,
    resume: (match, by) => get({ do: 'resume', ...matchOf(match), by }, controlResults.resume),
    stopped: () => get({ do: 'stopped' }, controlResults.stopped),
    explain: (asked) => get({ do: 'explain', asked: asJson(asked) }, controlResults.explain, EXPLAIN_MS),
    watch: async (on, signal) => {
      watchers.add(on);
      await get({ do: 'watch' }, controlResults.watch);
      await untilOver(socket, signal);
      watchers.delete(on);
    },
    close: () => {
      socket.destroy();
    },
  };
}

/** Gives requests their numbers and replies their requests. */
function converse(socket: net.Socket): {
  request: (asked: Asked, withinMs: number) => Promise<Reply>;
  watchers: Set<QuestionWatch>;
} {
  const waiting = new Map<number, (reply: Reply) => void>();
  const watchers = new Set<QuestionWatch>();
  let last = 0;
  eachLine(socket, MAX_REPLY_BYTES, (line) => {
    const { data: message } = parseControl(controlMessage, line);
    if (message === undefined) socket.destroy();
    else if (!('push' in message)) waiting.get(message.id ?? last)?.(message);
    else if (message.push === 'asked') for (const watcher of watchers) watcher.asked(message.question);
    else for (const watcher of watchers) watcher.settled?.(message.question);
  });
  socket.once('close', () => {
    for (const settle of waiting.values()) settle(GONE);
  });

  function request(asked: Asked, withinMs: number): Promise<Reply> {
    if (socket.destroyed) return Promise.resolve(GONE);
    const id = ++last;
    return new Promise((resolve) => {
      const settle = (reply: Reply): void => {
        timer.stop();
        waiting.delete(id);
        resolve(reply);
      };
      const timer = whenLate(withinMs, () => {
        settle(SILENT);
      });
      waiting.set(id, settle);
      socket.write(`${JSON.stringify({ id, ...asked })}\n`);
    });
  }
  return { request, watchers };
}

function untilOver(socket: net.Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      signal.removeEventListener('abort', over);
      socket.off('close', over);
      resolve();
    };
    if (signal.aborted || socket.destroyed) over();
    signal.addEventListener('abort', over);
    socket.once('close', over);
  });
}

/** Arguments as they go over the wire: what is no JSON has no meaning there. */
function asJson(asked: Explained): Extract<ControlRequest, { do: 'explain' }>['asked'] {
  if ('url' in asked) return asked;
  const { tool, args, on } = asked;
  return { tool, args: z.json().catch({}).parse(args), ...(on !== undefined && { on }) };
}
