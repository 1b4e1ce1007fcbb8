import type { Capability } from './capabilities.js';
import type { Effect } from './call.js';
import type { JsonObject } from './json.js';
import type { Output } from './output.js';
import type { Target } from './target.js';
import type { RiskLevel } from './verdict.js';
import type { PortName, Ports } from './ports/index.js';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What `tools/list` shows. */
export interface ToolListing {
  readonly name: string;
  /** What clients show to a person in place of the name; the model is not shown it. Plugins' tools have none. */
  readonly title?: string;
  readonly description: string;
  readonly capability: Capability;
  readonly inputSchema: JsonObject;
  /**
   * Shape of the facts, listed with `results: structured` only. Absent where the answer is text or a picture: hosts that
   * pass on nothing but structuredContent would drop both.
   */
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolAnnotations;
}

export interface Tool extends ToolListing {
  readonly effect: Effect;
  /**
   * How much harm an `act` can do to a page or a session as a whole; elements and addresses are judged by what they are.
   * Undeclared: `high`.
   */
  readonly risk?: RiskLevel | undefined;
  /** The same on a page where the session is signed in with an identity. Undeclared: as `risk`. */
  readonly riskSignedIn?: RiskLevel | undefined;
  readonly needs: readonly PortName[];
  /** Capabilities that must be on besides its own. */
  readonly requires?: readonly Capability[] | undefined;
  /** A plugin's tool that `canvas_query` reaches too. */
  readonly isAdapter?: boolean | undefined;
  /** Strict parse: unknown, missing or ill-typed arguments throw a `call.*` Failure; nothing has happened then. */
  prepare(input: unknown): Prepared;
}

export interface Prepared {
  readonly session: string;
  readonly tab?: string;
  readonly targets: readonly Target[];
  readonly arguments: JsonObject;
  /** What the agent calls the element, in its own words: shown to a person and recorded, never used to find it. */
  readonly reason?: string;
  /** The call is really one of this tool, if there is such an adapter: gated, judged and run under its name. */
  readonly forward?: { readonly tool: string; readonly input: unknown } | undefined;
  run(ports: Ports, signal: AbortSignal): Promise<Output>;
}
