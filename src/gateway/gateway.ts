import type {
  AnswerResult,
  ElicitationClient,
  PendingQuestion,
  PersonAnswer,
  Principal,
  ApprovalQueue,
  Released,
  SessionFacts,
  SessionMatch,
  Team,
  ToolListing,
} from '../core/index.js';
import type { ViewSize, Which } from './live-view.js';
import type { StoppedCaller } from './stops.js';
import type { TakenSession, Taker } from './takeovers.js';

export type { ViewSize, Which } from './live-view.js';
export type { StoppedCaller } from './stops.js';
export type { Driving, TakenSession, Taker } from './takeovers.js';

/** One `tools/call`, as a transport hands it in. */
export interface CallRequest {
  readonly principal: Principal;
  /** On MCP 2025-11-25 over HTTP the MCP session tells clients apart: each has browser sessions of its own. */
  readonly connection?: string;
  /** The client's name alone. On 2026-07-28 it tells clients apart. */
  readonly program?: string;
  /** On 2026-07-28 over HTTP, where a program's conversations share its sessions: which of them this is. */
  readonly conversation?: string;
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly transport: string;
  /** The client's own name and version, a claim; for the record only. */
  readonly client?: string;
  /** Tells a waiting client that a person is being asked. */
  readonly progress?: (message: string) => void;
  /** Why, in the agent's words; for the person who is asked. */
  readonly reason?: string;
  /** The agent's own client, where it can show a question. */
  readonly elicitation?: ElicitationClient;
  /** What the program around the gateway leaves to this session, beside what its team leaves it. */
  readonly narrows?: Team;
  /** The only session that this caller has: a call that names another is refused. */
  readonly onlySession?: string;
  /** Facts leave as structuredContent, whatever the configuration says. */
  readonly structured?: boolean;
}

/** How the tools are listed for one caller. */
export type ListView = Pick<CallRequest, 'narrows' | 'structured'>;

/** Which client of a principal it is, as its transport knows it. */
export type CallerClient = Pick<CallRequest, 'principal' | 'connection' | 'program'>;

export interface Gateway {
  /** The tools that this caller may use, in a fixed order. */
  list(principal: Principal, view?: ListView): readonly ToolListing[];
  /** Calls when `list` has more to say than before; returns what ends the listening. */
  onToolsChange?(listener: () => void): () => void;
  /** Never rejects: every fault leaves as a Released with a code. */
  handle(request: CallRequest): Promise<Released>;
  /** A connection that told its client apart is over, and its sessions with it. */
  disconnected(principal: Principal, connection: string): Promise<void>;
  /** The client has an open connection, or none any more: then its sessions are the first to give up their places. */
  setPresence?(client: CallerClient, isPresent: boolean): void;
  /** The server's instructions to the model. */
  readonly instructions: string;
}

/** The operator's view and commands, for a person with access to this workspace. No agent and no page reaches them. */
export interface OperatorPort extends Pick<ApprovalQueue, 'grants' | 'revoke' | 'seen' | 'answered'> {
  pending(presence?: ReaderPresence): readonly PendingQuestion[];
  /** A terminal prints new questions until the returned function is called. */
  watchFromTerminal?(): () => void;
  /** Through the terminal or the console; a yes to something grave takes the approval code, if there is one. */
  answer(id: string, answer: OperatorAnswer): Promise<AnswerResult>;
  sessions(): readonly SessionFacts[];
  /** A picture of the session, taken on request. Undefined: there is no such session. */
  view(which: Which, size: ViewSize): Promise<Released | undefined>;
  /** The person drives in place of the agent. Takes the approval code, if there is one. */
  takeOver(which: Which, taker: Taker): Promise<TakenSession>;
  /**
   * Ends sessions, and unless it is for once refuses new ones of their principals until somebody resumes them; without a
   * match those of everybody. Says how many sessions ended.
   */
  stop(match: SessionMatch, how?: StopHow): Promise<number>;
  /** Holds sessions where they are. Says how many were not held before. */
  pause?(match: SessionMatch, by: string): number;
  /** Undoes stop and pause, for what matches. */
  resume?(match: SessionMatch, by: string): Resumed;
  /** Whom a person has stopped. */
  stopped?(): readonly StoppedCaller[];
}

/** Whether the reader of the open questions is a console page that polls, or shows them to a person. */
export interface ReaderPresence {
  /** A page of the console is open and asks again and again. */
  readonly watches?: boolean | undefined;
  /** All of them are shown to a person now. */
  readonly shows?: boolean | undefined;
}

export interface StopHow {
  readonly by?: string;
  /** Only ends what is there: the next call opens a new session. */
  readonly once?: boolean;
  /** In the record's words, where it is no person. */
  readonly who?: string;
}

export interface Resumed {
  readonly sessions: number;
  readonly callers: number;
}

export interface OperatorAnswer extends PersonAnswer {
  readonly channel: 'cli' | 'console';
}
