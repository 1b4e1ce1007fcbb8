import { randomUUID } from 'node:crypto';
import { InMemoryTransport, type CallToolResult, type Tool, type Transport } from '@modelcontextprotocol/server';
import type { Principal, Team } from '../core/index.js';
import type { Gateway } from '../gateway/gateway.js';
import { encodeListing, encodeResult } from './encode.js';
import type { Service } from './mcp-server.js';
import { serveWire } from './stdio.js';

/** What a program that has the gateway inside calls itself, in the key of its sessions. */
export const PROGRAM = 'sdk';

/** One session of such a program. What narrows it goes with every call. */
export interface ProgramSession {
  readonly principal: Principal;
  readonly name: string;
  readonly narrows?: Team | undefined;
}

export interface ProgramCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly reason?: string | undefined;
  readonly progress?: ((message: string) => void) | undefined;
}

/** The same path as a call over a wire; the program gets what a client would get. */
export async function callInProcess(
  gateway: Gateway,
  { principal, name, narrows }: ProgramSession,
  { tool, input, signal, reason, progress }: ProgramCall,
): Promise<CallToolResult> {
  const released = await gateway.handle({
    ...{ principal, program: PROGRAM, tool, input, signal, transport: 'sdk', onlySession: name, structured: true },
    ...(narrows === undefined ? {} : { narrows }),
    ...(reason === undefined ? {} : { reason }),
    ...(progress === undefined ? {} : { progress }),
  });
  return encodeResult(released);
}

/** The tools of the session, with the schemas of their facts. */
export function listInProcess(gateway: Gateway, { principal, narrows }: ProgramSession): Tool[] {
  const view = { structured: true, ...(narrows === undefined ? {} : { narrows }) };
  return gateway.list(principal, view).map(encodeListing);
}

/** An MCP connection without a wire. Each is a client of its own, and its sessions end with it. */
export function connectInProcess(
  service: Service,
  principal: Principal,
): { readonly client: Transport; close(): Promise<void> } {
  const [client, wire] = InMemoryTransport.createLinkedPair();
  const connection = randomUUID();
  const end = (): void => {
    service.gateway.disconnected(principal, connection).catch(() => undefined);
  };
  const served = serveWire({ ...service, principal, onClose: end }, wire, { transport: 'sdk', connection });
  return {
    client,
    close: async () => {
      await served.close();
      await service.gateway.disconnected(principal, connection);
    },
  };
}
