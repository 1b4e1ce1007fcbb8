import type { Client } from '@modelcontextprotocol/client';

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** What a server under test needs to know to be launched. */
export interface Setup {
  executablePath: string;
  /** host:port of the bench's own site, the only one that anything may reach. */
  siteHost: string;
  isRoot: boolean;
  /** Is it to live for the whole run? A start is measured as a user's: without a file of settings. */
  isLong: boolean;
  /** An empty folder of this server's own: home, working folder, workspace. */
  folder: string;
  /** The whole run's, kept between starts. */
  runFolder: string;
}

export interface Launch {
  args: string[];
  env: Record<string, string>;
}

/** How one MCP server is launched and asked for the things that all of them can do. */
export interface Contestant {
  id: string;
  label: string;
  prepare(setup: Setup): Promise<Launch>;
  navigate(url: string): ToolCall;
  /** Navigation that answers with a view of the page; absent where that takes a second call. */
  navigateAndLook?(url: string): ToolCall;
  snapshot(): ToolCall;
  click(ref: string): ToolCall;
  screenshot(): ToolCall;
  /** Ends a browser that would outlive its server. */
  leave?(): ToolCall;
  /** The ref of the button of that name in a snapshot. */
  refOfButton(snapshot: string, name: string): string | undefined;
  /** Some servers report a failure as an ordinary result. */
  isFailureText(text: string): boolean;
}

export interface Answer {
  ms: number;
  /** What a host hands to the model. */
  text: string;
  imageBytes: number;
}

/** An answer with its failures, for callers that count those as well. */
export interface RawAnswer extends Answer {
  /** All text parts, for hosts that hand on text only. */
  plain: string;
  isFailed: boolean;
}

export interface Connection {
  contestant: Contestant;
  client: Client;
  pid: number;
  msToTools: number;
  tools: { name: string; description?: string; inputSchema: unknown }[];
  ask(call: ToolCall): Promise<RawAnswer>;
  /** The same, and a failed call throws. */
  call(call: ToolCall): Promise<Answer>;
  close(): Promise<void>;
}

export interface BenchPage {
  name: string;
  path: string;
  html: string;
  kind: 'article' | 'other';
  elements: number;
  /** Saved pages are served without their scripts, as their hosts are out of reach. */
  scripts: boolean;
}

export interface Options {
  pages: string | undefined;
  rounds: number;
  only: Set<Section>;
  peers: string[];
  json: string | undefined;
  executablePath: string | undefined;
  server: string;
  settings: string | undefined;
}

export type Section =
  'start' | 'tools' | 'navigation' | 'snapshot' | 'screenshot' | 'click' | 'security' | 'recall' | 'memory' | 'scaling';

/** Everything measured about one page with one server. */
export interface PageFigures {
  navigation: number[];
  navigationAndLook: number[];
  firstSnapshot: number[];
  secondSnapshot: number[];
  screenshot: number[];
  snapshotTokens: number | undefined;
  lookTokens: number | undefined;
  screenshotBytes: number | undefined;
}

export interface Memory {
  serverRss: number;
  browserRss: number;
  serverPss: number;
  browserPss: number;
  processes: number;
}

export interface Figures {
  label: string;
  start: number[];
  firstNavigation: number[];
  toolCount: number | undefined;
  toolTokens: number | undefined;
  pages: Record<string, PageFigures>;
  click: number[];
  clickTokens: number | undefined;
  ping: number[];
  guardedCall: number[];
  memory: Memory | undefined;
  scaling: Record<string, { ms: number[]; tokens: number | undefined }>;
  failures: string[];
}

export interface Recall {
  page: string;
  /** What playwright-mcp lists. */
  wanted: number;
  listed: number;
  found: number;
  /** Of the elements that were found by search and tried, how many could be pointed at. */
  tried: number;
  reached: number;
  /** True when only a sample of the elements that were not listed was searched for. */
  sampled: boolean;
  missed: string[];
}

export interface Results {
  network: string;
  loadAverage: { before: number; after: number };
  rounds: number;
  pages: { name: string; kind: string; elements: number }[];
  longArticle: string | undefined;
  servers: Record<string, Figures>;
  recall: Recall[];
}
