import { narrowingOf } from '../config/index.js';
import type { Principal } from '../core/index.js';
import { callInProcess, listInProcess } from '../transports/in-process.js';
import { asGatewrightError, errorOf } from './as-error.js';
import { GatewrightError, isGatewrightError } from './gatewright-error.js';
import type { Narrowings } from './narrowings.js';
import type { ToolFacts } from './tool-types.generated.js';
import type {
  FailureFacts,
  GatewrightSession,
  NarrowingPolicy,
  ObjectSchema,
  SessionTool,
  ToolCallOptions,
  ToolContent,
  ToolName,
  ToolResult,
} from './types.js';

type Gateway = Parameters<typeof callInProcess>[0];
type Called = Awaited<ReturnType<typeof callInProcess>>;

export interface ProgramSessionParts {
  readonly gateway: Gateway;
  readonly principal: Principal;
  readonly name: string;
  readonly policy: NarrowingPolicy | undefined;
  /** Of all handles of the program. */
  readonly narrowings: Narrowings;
  readonly isClosed: () => boolean;
  /** Ends it as an operator would. */
  readonly endSession: (principal: string, name: string) => Promise<void>;
}

const SESSION_NAME = /^[a-z0-9-]{1,40}$/u;
const RESULT = 'gatewright/result';

export function sessionOfProgram({
  gateway,
  principal,
  name,
  policy,
  narrowings,
  isClosed,
  endSession,
}: ProgramSessionParts): GatewrightSession {
  if (!SESSION_NAME.test(name)) throw errorOf('call.bad-arguments', 'name: 1 to 40 of a-z, 0-9 and -');
  const own = policy && narrowed(name, policy);
  const bound = narrowings.bind(principal.id, name, own);
  const sessionNow = () => ({ principal, name, narrows: bound.now() });
  const call = async (tool: string, input: unknown, options: ToolCallOptions = {}): Promise<ToolResult> => {
    if (isClosed()) throw errorOf('session.closed');
    const { signal = new AbortController().signal, reason, onProgress: progress } = options;
    const asked = { tool, input: copyOf(input), signal, reason, progress };
    const result = resultOf(await callInProcess(gateway, sessionNow(), asked));
    if (tool === 'browser_close') bound.end();
    return result;
  };
  return {
    principal: principal.id,
    name,
    instructions: instructionsFor(gateway.instructions),
    call: async (tool, input, options) => withFacts(tool, await call(tool, input, options)),
    tools: () =>
      listInProcess(gateway, sessionNow()).flatMap((tool) => {
        const { name: toolName, description = '', inputSchema, outputSchema, annotations } = tool;
        if (!isToolName(toolName)) return [];
        const listed: SessionTool = {
          name: toolName,
          description,
          inputSchema: withoutSession(inputSchema),
          ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: 'object' } }),
          annotations: { ...NO_HINTS, ...annotations },
          execute: (input, options) => call(toolName, input, options),
        };
        return [listed];
      }),
    close: async () => {
      if (isClosed()) return;
      await unlessRefused(call('browser_close', {}), () => endSession(principal.id, name));
      bound.end();
    },
  };
}

/** A narrowing that leaves the model no browser_close is none for its program. */
async function unlessRefused(closing: Promise<unknown>, end: () => Promise<void>): Promise<void> {
  try {
    await closing;
  } catch (error) {
    if (!isGatewrightError(error) || !error.code.startsWith('policy.')) throw error;
    await end();
  }
}

const NO_HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

function narrowed(name: string, policy: NarrowingPolicy): ReturnType<typeof narrowingOf> {
  try {
    return narrowingOf(name, policy);
  } catch (error) {
    throw asGatewrightError(error);
  }
}

/** A deep copy: the program cannot change the arguments after they were checked, and no getter runs twice (CWE-367). */
function copyOf(input: unknown): unknown {
  try {
    return input === undefined ? {} : structuredClone(input);
  } catch {
    throw errorOf('call.bad-arguments', 'the arguments must be plain data');
  }
}

function resultOf({ content, isError, _meta: meta }: Called): ToolResult {
  const facts = meta?.[RESULT];
  const parts = content.flatMap(partOf);
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const result = { text, content: parts, facts: isObject(facts) ? facts : {} };
  if (isError !== true) return result;
  const { failure } = result.facts;
  throw isFailure(failure) ? new GatewrightError(firstLine(text), failure, result) : errorOf('internal.fault');
}

function partOf(block: Called['content'][number]): ToolContent[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type === 'image') return [{ type: 'image', data: block.data, mimeType: block.mimeType }];
  return [];
}

/** The first line is ours; what follows may be a page's. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function withFacts<Name extends ToolName>(tool: Name, result: ToolResult): ToolResult<ToolFacts[Name]> {
  const { facts, ...rest } = result;
  if (!areFactsOf(tool, facts)) throw errorOf('internal.fault');
  return { ...rest, facts };
}

/** The types come from the tools' own schemas; the gateway made the facts by them. */
function areFactsOf<Name extends ToolName>(_tool: Name, facts: unknown): facts is ToolFacts[Name] {
  return isObject(facts);
}

function isFailure(value: unknown): value is FailureFacts {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['retry'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every listed tool is in the generated types. */
function isToolName(name: string): name is ToolName {
  return name !== '';
}

/** The session is the one that is called: its name is no business of the model. */
function withoutSession(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  const { properties } = schema;
  if (!isObject(properties)) return { ...schema, type: 'object' };
  const rest = Object.entries(properties).filter(([name]) => name !== 'session');
  return { ...schema, type: 'object', properties: Object.fromEntries(rest) };
}

function instructionsFor(instructions: string): string {
  return instructions.replace(/^session names [^;]*; /mu, '');
}
