import type { ToolCall } from '../types.js';

/** One line of an answer, read from whatever notation the server has. */
export interface Line {
  /** How the server's tools name the element; absent where the line is text only. */
  ref: string | undefined;
  role: string;
  /** Accessible name, or the text that the line shows. */
  name: string;
  /** The whole line without its indentation, for values, states and remarks. */
  text: string;
  depth: number;
}

/** A line that was looked for. */
export interface Match extends Line {
  /** The ref of the closest element around it: a click there reaches it as well. */
  refAround: string | undefined;
}

/** What the agent looks for in the answers that it has. */
export interface Want {
  /** Matched against the line's name and then against its whole text. */
  text: RegExp;
  /** Roles in any server's words; absent: any. */
  roles?: RegExp;
  /** The line that tells equal elements apart, such as the row's number. */
  near?: RegExp;
}

export interface Typing {
  /** Press Enter afterwards. */
  submit?: boolean;
  /** Does the agent need to see what the action changed? */
  look?: boolean;
}

/** The tools of one server in the words of the scripted agent. */
export interface Adapter {
  id: string;
  open(url: string): ToolCall;
  snapshot(): ToolCall;
  click(ref: string, look: boolean): ToolCall;
  /** Replaces the value of a field. Several calls where the server needs several. */
  type(ref: string, text: string, typing: Typing): ToolCall[];
  /** Types where the focus is; absent where only single keys can be pressed. */
  typeAtFocus?(text: string, typing: Typing): ToolCall[];
  press(key: string, look: boolean): ToolCall;
  /** Where a server has another way for passwords than for other text. */
  typePassword?(ref: string, value: string, origin: string): ToolCall[];
  readLines(answer: string): Line[];
}

/** What one task of one seed consists of. */
export interface Exercise<Goal> {
  /** Body of the page; its script calls report(value) once the person has done something that counts. */
  body: string;
  /** What the agent is told. */
  goal: Goal;
  /** Is what the page reported the right outcome? Reports are compared as JSON. */
  outcome: unknown;
}

export interface Task<Goal> {
  name: string;
  make(random: Random, seed: number): Exercise<Goal>;
  solve(agent: Agent, goal: Goal): Promise<void>;
}

/** A task whose goal is known to itself only. */
export interface AnyTask {
  name: string;
  make(random: Random, seed: number): { body: string; outcome: unknown; solve: (agent: Agent) => Promise<void> };
}

export interface Random {
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
  words(count: number): string;
}

/** The scripted agent: it knows what its calls answered, and asks for a snapshot only if that is not enough. */
export interface Agent {
  open(): Promise<void>;
  /** Every line known of the page, the newest answer first. */
  known(): Line[];
  /** A line in what is known, or else in a new snapshot. */
  find(want: Want): Promise<Match>;
  /** A line in the last answer, or else in a new snapshot: for what the last action is expected to bring. */
  findNew(want: Want): Promise<Match>;
  /** Looks until the given reading succeeds: first in the last answer, then in new snapshots. */
  read<T>(reading: (lines: Line[]) => T | undefined): Promise<T>;
  click(want: Want, options?: { look?: boolean; isNew?: boolean }): Promise<void>;
  type(want: Want, text: string, typing?: Typing & { isNew?: boolean }): Promise<void>;
  /** Types into a field that is known; false where the server gives it no ref or refuses. */
  tryType(want: Want, text: string, typing: Typing): Promise<boolean>;
  typePassword(want: Want, value: string): Promise<void>;
  typeAtFocus(text: string, typing?: Typing): Promise<void>;
  press(key: string, options?: { look?: boolean }): Promise<void>;
}

/** One call as it was made. */
export interface Step {
  tool: string;
  ms: number;
  textTokens: number;
  hostTokens: number;
  isFailed: boolean;
}

export interface Episode {
  task: string;
  seed: number;
  isSolved: boolean;
  steps: Step[];
  /** Why the agent gave up, or what the page reported instead. */
  problem: string | undefined;
}

export interface AgentOptions {
  rounds: number;
  tasks: string[];
  peers: string[];
  json: string | undefined;
  trace: string | undefined;
  executablePath: string | undefined;
  server: string;
}

export interface AgentResults {
  network: string;
  loadAverage: { before: number; after: number };
  rounds: number;
  tasks: string[];
  servers: Record<string, { label: string; episodes: Episode[] }>;
}
