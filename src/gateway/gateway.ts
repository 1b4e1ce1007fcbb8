import type {
  AnswerResult,
  ClientDoor,
  PersonAnswer,
  Principal,
  QuestionDesk,
  Released,
  SessionFacts,
  ToolListing,
} from '../core/index.js';
import type { ViewSize, Which } from './live-view.js';
import type { Taken, Taker } from './takeovers.js';

export type { ViewSize, Which } from './live-view.js';
export type { Driving, Taken, Taker } from './takeovers.js';

/** One `tools/call`, as a transport hands it in. */
export interface CallRequest {
  readonly principal: Principal;
  /** On MCP 2025-11-25 over HTTP the MCP session is part of a browser session's scope. */
  readonly connection?: string;
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly transport: string;
  /** What the client calls itself; for the record only. */
  readonly client?: string;
  /** Tells a waiting client that a person is being asked. */
  readonly progress?: (message: string) => void;
  /** Why, in the agent's words; for the person who is asked. */
  readonly reason?: string;
  /** The agent's own client, where it can show a question. */
  readonly door?: ClientDoor;
}

export interface Gateway {
  /** What this caller may use, in a fixed order. */
  list(principal: Principal): readonly ToolListing[];
  /** Never rejects: every fault leaves as a Released with a code. */
  handle(request: CallRequest): Promise<Released>;
  /** A connection that was part of its sessions' scope is over, and they with it. */
  disconnected(principal: Principal, connection: string): Promise<void>;
  /** The server's instructions to the model. */
  readonly instructions: string;
}

/** What a person with access to this workspace may see and do. Nothing of it is reachable by an agent or a page. */
export interface Operator extends Pick<QuestionDesk, 'pending' | 'grants' | 'revoke'> {
  /** Through the terminal or the console; a yes to something grave takes the approval code, if there is one. */
  answer(id: string, answer: OperatorAnswer): Promise<AnswerResult>;
  sessions(): readonly SessionFacts[];
  /** What a session shows now; taken because somebody looks. Undefined: there is no such session. */
  view(which: Which, size: ViewSize): Promise<Released | undefined>;
  /** The person drives in place of the agent. Takes the approval code, if there is one. */
  takeOver(which: Which, taker: Taker): Promise<Taken>;
  stop(match: { readonly principal?: string; readonly session?: string }): Promise<number>;
}

export interface OperatorAnswer extends PersonAnswer {
  readonly channel: 'cli' | 'console';
}
