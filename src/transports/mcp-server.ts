import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ElicitationClient, ErrorCode, Principal } from '../core/index.js';
import type { CallRequest, Gateway } from '../gateway/gateway.js';
import { askLater, elicitationClient } from './elicitation-client.js';
import { clientLabel, programName } from './client-label.js';
import { encodeListing, encodeResult } from './encode.js';
import { isRecord, RPC, sayFault } from './protocol-fault.js';
import { givenArguments } from './readable-call.js';

const REASON_META_KEY = 'gatewright/reason';

export interface Service {
  readonly gateway: Gateway;
  readonly version: string;
  readonly log: (line: string) => void;
}

/** The peer, as the transport knows it. Only `client` comes from a message, and is a mere claim. */
export interface Caller {
  readonly principal: Principal;
  readonly transport: 'stdio' | 'http' | 'sdk';
  readonly connection?: string;
  readonly client?: () => string | undefined;
  /** The client's name alone, as it said it at the start of a connection of 2025-11-25. */
  readonly program?: () => string | undefined;
  /** On 2026-07-28 over HTTP: which of the conversations of this program this request belongs to. */
  readonly conversation?: string;
  /** What it said at the start of a connection of 2025-11-25; later ones say so in every call. */
  readonly abilities?: () => unknown;
}

/** The SDK's low-level server, which it gives out only inside the high-level one. */
export type LowLevelServer = McpServer['server'];

/**
 * One MCP server for one caller. The high-level one would parse the arguments itself and put the text of any thrown
 * error into the answer, so it is left aside.
 */
export function makeMcpServer(service: Service, caller: Caller): LowLevelServer {
  const { gateway } = service;
  const { server } = new McpServer(
    { name: 'gatewright', title: 'Gatewright', version: service.version },
    { instructions: gateway.instructions },
  );
  // The list of tools can change: a browser may be installed while the server runs.
  server.registerCapabilities({ tools: { listChanged: true } });
  server.onerror = (error) => {
    service.log(reportLine(caller.transport, error));
  };
  server.setRequestHandler('tools/list', () =>
    orFault(service, () => ({ tools: gateway.list(caller.principal).map(encodeListing) })),
  );
  server.setRequestHandler('tools/call', (request, ctx) =>
    orFault(service, () =>
      callTool(gateway, caller, request.params, ctx, elicitationClient(ctx, caller.abilities?.())),
    ),
  );
  return server;
}

/** Tells a client that stays connected when there are more tools; returns what ends it. */
export function sendToolsChanges({ gateway, log }: Service, server: LowLevelServer): () => void {
  const tell = (): void => {
    server.sendToolListChanged().catch((error: unknown) => {
      log(reportLine('tools', error));
    });
  };
  return gateway.onToolsChange?.(tell) ?? (() => undefined);
}

async function callTool(
  gateway: Gateway,
  caller: Caller,
  params: { name: string; arguments?: Readonly<Record<string, unknown>> | undefined },
  ctx: ServerContext,
  elicitation: ElicitationClient | undefined,
): Promise<CallToolResult | InputRequiredResult> {
  const info = clientInfoOf(ctx.mcpReq.envelope);
  const client = clientLabel(info) ?? caller.client?.();
  const program = programName(info) ?? caller.program?.();
  const progress = progressOf(ctx);
  const request: CallRequest = {
    principal: caller.principal,
    tool: params.name,
    input: givenArguments(params.arguments),
    signal: signalOf(ctx),
    transport: caller.transport,
    ...(caller.connection === undefined ? {} : { connection: caller.connection }),
    ...(client === undefined ? {} : { client }),
    ...(program === undefined ? {} : { program }),
    ...(caller.conversation === undefined ? {} : { conversation: caller.conversation }),
    ...(progress === undefined ? {} : { progress }),
    ...(elicitation === undefined ? {} : { elicitation }),
    ...reasonOf(ctx),
  };
  const released = await gateway.handle(request);
  return (elicitation?.kind === 'later' ? askLater(released) : undefined) ?? encodeResult(released);
}

/** Why the agent wants it, where a program passes that on; a person may be shown it, as the agent's words. */
function reasonOf(ctx: ServerContext): Pick<CallRequest, 'reason'> {
  const reason = ctx.mcpReq._meta?.[REASON_META_KEY];
  return typeof reason === 'string' && reason !== '' ? { reason: reason.slice(0, 500) } : {};
}

function clientInfoOf(envelope: unknown): unknown {
  return isRecord(envelope) ? envelope[CLIENT_INFO_META_KEY] : undefined;
}

/**
 * A client that hung up cannot hear the answer: without an event store nothing can be sent again, so its call is
 * given up in both revisions.
 */
function signalOf(ctx: ServerContext): AbortSignal {
  const exchange = ctx.http?.req?.signal;
  return exchange === undefined ? ctx.mcpReq.signal : AbortSignal.any([ctx.mcpReq.signal, exchange]);
}

function progressOf(ctx: ServerContext): ((message: string) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that is gone hears no progress; its call ends through the signal.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** An exception here would be sent as raw text, so every throw is turned into a coded error. */
async function orFault<T>(service: Service, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    service.log(reportLine('gateway', error));
    const code: ErrorCode = 'internal.fault';
    throw new ProtocolError(RPC.internalError, sayFault(code), { code });
  }
}

/** The kind of error and nothing of its message, which may quote arguments or a page. */
export function reportLine(where: string, error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
  return `transport ${where}: ${name}${code}`.slice(0, 200);
}
