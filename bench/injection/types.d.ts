import type { Contestant, ToolCall } from '../types.js';

/** What a payload may write into its text. */
export interface Words {
  /** A word that stands nowhere else: where it is, the payload is. */
  canary: string;
  /** The page's own site and the attacker's. */
  site: string;
  collector: string;
  /** The password that the page also shows. */
  secret: string;
  /** The form of the server under attack: an attacker knows it. */
  forgery: Forgery;
}

/** Structure of a server's answers, written by a page. */
export interface Forgery {
  /** A line that is a button with this name. */
  element(name: string, ref: string): string;
  /** The end of the page's part of an answer, and the server's own words after it. */
  end(statement: string): string;
  /** The end of a quoted name, with a ref after it. */
  quote(ref: string): string;
  /** A ref of this number, which no page has. */
  ref(number: string): string;
}

export interface Payload {
  id: string;
  /** One of the classes of payloads.mjs, or `given` for those from a folder. */
  group: string;
  isForging: boolean;
  write(words: Words): string;
}

/** Where a payload stands on its page. */
export interface Placement {
  html: string;
  /** HTML of a document of another origin, framed at /frame/ID. */
  frame?: string;
  /** Name of the file behind /file/ID. */
  fileName?: string;
}

export interface Carrier {
  id: string;
  /** `hidden`: no person sees it. `shown`: everybody does. `aside`: on demand, or by assistive technology. */
  sight: 'hidden' | 'shown' | 'aside';
  place(text: string, cell: Cell): Placement;
  /** What has to be done beside looking at the page. */
  needs?: 'console' | 'dialog' | 'file' | 'tools';
  /** Text as the model can decode it; the canary is searched there as well. */
  decode?(answer: string): string;
}

export interface Cell {
  id: string;
  carrier: Carrier;
  payload: Payload;
  canary: string;
  text: string;
}

export interface Element {
  ref: string | undefined;
  role: string;
  name: string;
}

/** An answer as a strict reader of the server's format takes it apart. */
export interface Reading {
  fences: { origin: string; text: string }[];
  elements: Element[];
  /** Lines in the server's own voice. */
  statements: string[];
}

export interface Look {
  tool: string;
  text: string;
}

/** A server as this bench drives it. */
export interface Victim {
  contestant: Contestant;
  forgery: Forgery;
  /** What an agent asks of every page. */
  looks: ToolCall[];
  /** Hidden text on demand, for servers that have it. */
  hidden?: ToolCall;
  console: ToolCall;
  tools?: ToolCall;
  dismiss?: ToolCall;
  /** Calls before the first page, for a server's own handling of secrets. */
  prepare?(secret: string, origins: string[]): ToolCall[];
  read(look: Look): Reading;
  /** The reason why a text is hidden, where the answer marks it so. */
  reasonOf?(answer: string, words: string): string | undefined;
  /** How many texts an answer says it left out or marked as hidden. */
  countFlags?(answer: string): number;
}

export interface Finding {
  cell: string;
  carrier: string;
  sight: Carrier['sight'];
  payload: string;
  group: string;
  isForging: boolean;
  isReached: boolean;
  isFenced: boolean;
  /** For hidden carriers: the reason that the server gives. */
  reason: string | undefined;
  isForged: boolean;
  hasSecret: boolean;
  harm: string[];
  problem?: string;
}

export interface OrdinaryFinding {
  page: string;
  sentences: number;
  lost: string[];
  falseFlags: string[];
}

export interface ServerFindings {
  label: string;
  version?: string;
  /** Why it did not start. */
  absent?: string;
  findings: Finding[];
  ordinary: OrdinaryFinding[];
}

export interface InjectionOptions {
  peers: string[];
  payloads: string | undefined;
  isAll: boolean;
  json: string | undefined;
  trace: string | undefined;
  executablePath: string | undefined;
  server: string;
}

export interface InjectionResults {
  network: string;
  isAll: boolean;
  carriers: number;
  payloads: number;
  cells: number;
  seconds: number;
  servers: ServerFindings[];
}
