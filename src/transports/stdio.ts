import type { Readable, Writable } from 'node:stream';
import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '../core/index.js';
import { abilitiesOfInitialize, clientOfInitialize } from './client-label.js';
import { LineTransport } from './line-transport.js';
import { makeMcpServer, reportLine, sendToolsChanges, type Caller, type Service } from './mcp-server.js';
import { readableCall } from './readable-call.js';

export interface WireDeps extends Service {
  readonly principal: Principal;
  /** The client went away: its end of the pipe is closed. Called once, not for our own close(). */
  readonly onClose: () => void;
}

export interface StdioDeps extends WireDeps {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Serves the one client at the other end of the pipe; its first message decides the revision. */
export function serveStdio(deps: StdioDeps): { close(): Promise<void> } {
  const wire = new LineTransport(deps.input ?? process.stdin, deps.output ?? process.stdout);
  return serveWire(deps, wire, { transport: 'stdio' });
}

/** One connection, whatever carries it. */
export function serveWire(
  deps: WireDeps,
  wire: Transport,
  caller: Pick<Caller, 'transport' | 'connection'>,
): { close(): Promise<void> } {
  let said: ReturnType<typeof clientOfInitialize>;
  let abilities: unknown;
  let ending = false;
  const handle = serveConnection(
    () => {
      const server = makeMcpServer(deps, {
        principal: deps.principal,
        ...caller,
        client: () => said?.client(),
        program: () => said?.program(),
        abilities: () => abilities,
      });
      sendToolsChanges(deps, server);
      return server;
    },
    {
      transport: wire,
      onerror: (error) => {
        deps.log(reportLine(caller.transport, error));
      },
    },
  );
  const deliver = wire.onmessage;
  wire.onmessage = (message) => {
    said ??= clientOfInitialize(message);
    abilities ??= abilitiesOfInitialize(message);
    const readable = readableCall(message);
    deliver?.(readable === message ? message : parseJSONRPCMessage(readable));
  };
  const disconnect = wire.onclose;
  wire.onclose = () => {
    disconnect?.();
    if (!ending) deps.onClose();
  };
  return {
    close: async () => {
      ending = true;
      await handle.close();
    },
  };
}
