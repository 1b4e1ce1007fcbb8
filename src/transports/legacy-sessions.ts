import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Principal } from '../core/index.js';
import type { CallerClient } from '../gateway/gateway.js';
import { busy } from './admission.js';
import { abilitiesOfInitialize, clientOfInitialize } from './client-label.js';
import { ClientSockets, type ClientSocket, type Exchange } from './client-sockets.js';
import type { HttpRefusal } from './host-origin-guard.js';
import type { HttpLimits } from './limits.js';
import { makeMcpServer, sendToolsChanges, type LowLevelServer, type Service } from './mcp-server.js';
import { RPC } from './protocol-fault.js';

interface Session {
  readonly id: string;
  readonly principal: string;
  readonly client: CallerClient;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: LowLevelServer;
  /** Exchanges under way, an open event stream among them. */
  activeRequests: number;
  lastUsedAt: number;
}

const UNKNOWN: HttpRefusal = { status: 404, says: 'Session not found', rpcCode: RPC.sessionNotFound };

/** The MCP sessions of 2025-11-25. Each belongs to its principal: to anybody else it does not exist. */
export class LegacySessions {
  readonly #service: Service;
  readonly #limits: HttpLimits;
  readonly #clients: ClientSockets;
  readonly #sessions = new Map<string, Session>();

  constructor(service: Service, limits: HttpLimits, clients = new ClientSockets(service.gateway)) {
    this.#service = service;
    this.#clients = clients;
    this.#limits = limits;
  }

  /** Starts a session with its `initialize`; it exists from the moment the transport took the message. */
  async open(
    request: Request,
    parsedBody: unknown,
    principal: Principal,
    exchange?: Exchange,
  ): Promise<Response | HttpRefusal> {
    if (!this.#makeRoom(principal.id)) return busy(1);
    const id = randomUUID();
    const said = clientOfInitialize(parsedBody);
    const program = said?.program();
    const client = { principal, connection: id, ...(program === undefined ? {} : { program }) };
    const abilities = abilitiesOfInitialize(parsedBody);
    const server = makeMcpServer(this.#service, {
      principal,
      transport: 'http',
      connection: id,
      ...said,
      abilities: () => abilities,
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        const lastUsedAt = Date.now();
        this.#sessions.set(id, {
          id,
          principal: principal.id,
          client,
          transport,
          server,
          activeRequests: 0,
          lastUsedAt,
        });
        if (exchange !== undefined) this.#clients.use(client, exchange.socket, false, exchange.over);
      },
    });
    const stopTelling = sendToolsChanges(this.#service, server);
    server.onclose = () => {
      stopTelling();
      if (!this.#sessions.delete(id)) return;
      this.#clients.forget(client);
      void this.#service.gateway.disconnected(principal, id);
    };
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody });
    if (!this.#sessions.has(id)) await server.close();
    return response;
  }

  async serve(
    request: Request,
    parsedBody: unknown,
    principal: Principal,
    over: Promise<void>,
    socket?: ClientSocket,
  ): Promise<Response | HttpRefusal> {
    const session = this.#sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (session?.principal !== principal.id) return UNKNOWN;
    session.activeRequests += 1;
    this.#clients.use(session.client, socket, request.method === 'GET', over);
    void over.then(() => {
      session.activeRequests -= 1;
      session.lastUsedAt = Date.now();
    });
    return await session.transport.handleRequest(request, { parsedBody });
  }

  async endIdle(now: number): Promise<void> {
    const idle = [...this.#sessions.values()].filter(
      (session) => session.activeRequests === 0 && now - session.lastUsedAt >= this.#limits.sessionIdleMs,
    );
    await Promise.all(idle.map((session) => session.server.close()));
  }

  async endCaller(principal: string): Promise<void> {
    const own = [...this.#sessions.values()].filter((session) => session.principal === principal);
    await Promise.all(own.map((session) => session.server.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.server.close()));
  }

  #makeRoom(principal: string): boolean {
    const own = [...this.#sessions.values()].filter((session) => session.principal === principal);
    if (own.length < this.#limits.sessions) return true;
    const idle = own.filter((session) => session.activeRequests === 0);
    const oldest = idle.reduce<Session | undefined>(
      (first, session) => (first === undefined || session.lastUsedAt < first.lastUsedAt ? session : first),
      undefined,
    );
    if (oldest === undefined) return false;
    void oldest.server.close();
    return true;
  }
}
