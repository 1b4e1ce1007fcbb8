import type { GatewrightErrorCode, ToolFacts, ToolInputs } from './tool-types.generated.js';

// What a program sees. Nothing here refers to the rest of the source, so that the types of the package stand alone.

export type ToolName = keyof ToolInputs;

export interface GatewrightOptions {
  /** The keys of gatewright.yaml, or the path of such a file. Absent: the defaults. Variables do not set keys. */
  readonly config?: string | Readonly<Record<string, unknown>>;
  /** The one folder that is written to. Absent: GATEWRIGHT_WORKSPACE, else `~/.gatewright`. */
  readonly workspace?: string;
  /** Shows a question to a person in the program's own way. Absent: the console and the terminal of the workspace. */
  readonly approvals?: (
    question: ApprovalQuestion,
    context: { readonly signal: AbortSignal },
  ) => Promise<ApprovalAnswer>;
  /** Copies of the record. The file in the workspace is the record; a copy that fails is brought up to date from it. */
  readonly sinks?: readonly RecordSink[];
  /** Where identities are kept, in place of the configuration's vault. */
  readonly vault?: VaultReader;
  /** In place of `browser.provider`. */
  readonly provider?: 'local' | 'container' | 'remote' | 'relay' | 'attach' | 'none';
  /** What the command would write to stderr. Absent: nowhere. */
  readonly log?: (line: string) => void;
  /** Aborted, everything is closed. */
  readonly signal?: AbortSignal;
}

/** What a person is asked. Everything in it is masked; `about` holds strings of the page and of the agent. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly kind: 'approve' | 'acknowledge' | 'confirm' | 'choose' | 'input';
  readonly principal: string;
  readonly session: string;
  readonly tool: string;
  /** Of an approval why a person is asked, in our words; otherwise the agent's words. */
  readonly prompt: string;
  /** What the console shows, row by row, and whose words each is in. */
  readonly rows: readonly {
    readonly from: 'gateway' | 'agent' | 'page';
    readonly label: string;
    readonly text: string;
  }[];
  readonly choices?: readonly string[];
  /** The answer is a secret: it is kept under this name, and the model never sees it. */
  readonly secret?: string;
  readonly origin?: string;
  readonly risk?: 'low' | 'medium' | 'high' | 'critical';
  readonly about?: Readonly<Record<string, unknown>>;
  /** The element as it looks: a PNG, secrets painted over. */
  readonly picture?: Uint8Array;
  readonly expiresAt: Date;
  /** A yes takes the approval code that a person has set. */
  readonly needsCode: boolean;
}

/** Anything but `yes: true` denies. `undefined`: nobody answers here, ask elsewhere. */
export type ApprovalAnswer = ApprovalReply | undefined;

export interface ApprovalReply {
  readonly yes: boolean;
  /** The name of the person who answered, for the record. Absent: `host`. */
  readonly by?: string;
  /** Of `choose` and `input`. */
  readonly value?: string;
  readonly code?: string;
  /** Also for whatever is of this kind, for so long. */
  readonly grantSeconds?: number;
}

export interface RecordSink {
  readonly name: string;
  /** Lines of the record, in order and not again; resolves when they are kept. Rejected, they come again. */
  take(lines: readonly string[]): Promise<void> | void;
  close?(): Promise<void> | void;
}

export interface VaultReader {
  /** The record of this host as JSON text, as `gatewright vault` writes it; undefined: there is none. */
  read(host: string, context: { readonly signal: AbortSignal }): Promise<string | undefined>;
  /** The hosts that have one. */
  list(context: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  close?(): void;
}

/** Each key takes something away. Absent: nothing is taken away; an empty list leaves nothing. */
export interface NarrowingPolicy {
  readonly capabilities?: readonly string[];
  /** Tool names, with `*` at the end if need be. */
  readonly tools?: readonly string[];
  /** Origins, hosts, `*.example.com`, as in `network.allow`. */
  readonly allow?: readonly string[];
  readonly block?: readonly string[];
  readonly timeoutMs?: number;
  /** Names of identities in the vault. */
  readonly identities?: readonly string[];
  readonly browser?: boolean;
}

export interface SessionOptions {
  /** The principal: 1 to 40 of a-z, 0-9 and -. A team of that name narrows it. Absent: `local`. */
  readonly principal?: string;
  /** 1 to 40 of a-z, 0-9 and -. The same principal and name is the same browser session. Absent: `default`. */
  readonly name?: string;
  readonly policy?: NarrowingPolicy;
}

export interface ToolCallOptions {
  readonly signal?: AbortSignal;
  /** Why, in the agent's words; for the person who is asked. */
  readonly reason?: string;
  /** Told when a person is being asked. */
  readonly onProgress?: (message: string) => void;
}

export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolResult<Facts = Readonly<Record<string, unknown>>> {
  /** What the model is to read. Text of a page stands in a fence that names its origin. */
  readonly text: string;
  readonly content: readonly ToolContent[];
  /** For the program. What a page wrote is `{ untrusted, origin }`. */
  readonly facts: Facts;
}

export interface SessionTool {
  readonly name: ToolName;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Arguments as a model gave them: they are checked here. */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolResult>;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly [key: string]: unknown;
}

export interface GatewrightSession {
  readonly principal: string;
  readonly name: string;
  /** For the system prompt of the model. */
  readonly instructions: string;
  /** Rejects with a GatewrightError. */
  call<Name extends ToolName>(
    name: Name,
    input: ToolInputs[Name],
    options?: ToolCallOptions,
  ): Promise<ToolResult<ToolFacts[Name]>>;
  /** What this session may use now, in a fixed order. */
  tools(): readonly SessionTool[];
  /** Ends the browser session. The next call would begin a new one. */
  close(): Promise<void>;
}

/** A transport of the MCP SDKs, for `client.connect()`. */
export interface McpTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  /** A method and no property: each version of the MCP SDK has a type of message of its own. */
  onmessage?(message: unknown, extra?: unknown): void;
  start(): Promise<void>;
  send(message: unknown, options?: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface Gatewright {
  /** What is open, and every unsafe key: what the command says at its start. */
  readonly posture: readonly string[];
  /** `/mcp` for Hono, Next and others. `principal`: the program has made sure who this is; otherwise a bearer token says so. */
  fetch(request: Request, options?: { readonly principal?: string }): Promise<Response>;
  /** An MCP connection without a wire. Aborted or closed, its sessions end. */
  connect(options?: { readonly principal?: string; readonly signal?: AbortSignal }): McpTransport;
  session(options?: SessionOptions): GatewrightSession;
  /** Ends every session, browser, connection and question, and the record. Safe to call twice. */
  close(): Promise<void>;
}

/** What a result or an error says in `_meta` about a failure. */
export interface FailureFacts {
  readonly code: GatewrightErrorCode;
  readonly source: string;
  readonly retry: string;
  readonly hint?: string;
  readonly retryAfterMs?: number;
}
