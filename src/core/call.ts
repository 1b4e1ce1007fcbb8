import type { Capability } from './capabilities.js';
import type { JsonObject } from './json.js';
import type { Target } from './target.js';
import type { Team } from './team.js';
import type { RiskLevel } from './verdict.js';

/** The caller, as the transport authenticated it; nothing in a message can change it. */
export interface Principal {
  readonly id: string;
  /** The narrowing that this caller's team has, if it is of one. */
  readonly team?: Team;
}

/** The key of a session, everywhere: who owns it, the program that opened it, and the name that program has for it. */
export interface SessionName {
  readonly principal: string;
  /**
   * The MCP client's name, from the transport. On 2025-11-25 over HTTP it ends in `#` and the number of the connection,
   * which no client can claim. Absent where a client does not say its name.
   */
  readonly client?: string;
  readonly session: string;
}

/** Where a call happens: a session belongs to its principal and client, and nobody can name somebody else's. */
export interface Scope extends SessionName {
  readonly tab?: string;
}

/** What is asked, after a strict parse. */
export interface Call {
  readonly tool: string;
  readonly capability: Capability;
  readonly effect: Effect;
  /** As the tool declares it, for a page or a session as a whole. */
  readonly risk?: RiskLevel;
  readonly riskSignedIn?: RiskLevel;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly targets: readonly Target[];
  /** The parsed arguments in canonical form: what an approval is bound to. */
  readonly arguments: JsonObject;
  /** What the agent calls the element, in its own words: no fact, and not part of what an approval is bound to. */
  readonly reason?: string;
}

/**
 * What a tool does to the world. `read` may be repeated. `act` changes the page: one whose outcome is unknown is never
 * repeated. `navigate` reloads or goes on in the page that is open. `leave` leads away from it (navigate, back, tabs,
 * close), so it works on a page that policy does not allow too. `ask` waits for a person.
 */
export type Effect = 'read' | 'act' | 'navigate' | 'leave' | 'ask';
