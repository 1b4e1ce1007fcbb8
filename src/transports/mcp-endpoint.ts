import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  readRequestBody,
} from '@modelcontextprotocol/server';
import type { Principal } from '../core/index.js';
import { Admission } from './admission.js';
import { programName } from './client-label.js';
import { ClientSockets } from './client-sockets.js';
import type { Exchange } from './client-sockets.js';
import { ConversationIds } from './conversation-ids.js';
import {
  readBearer,
  refuseMediaType,
  refuseUnknownToken,
  refusalResponse,
  type HttpRefusal,
} from './host-origin-guard.js';
import { LegacySessions } from './legacy-sessions.js';
import { MAX_MESSAGE_BYTES, type HttpLimits } from './limits.js';
import { makeMcpServer, reportLine, type Caller, type Service } from './mcp-server.js';
import { isRecord, RPC } from './protocol-fault.js';
import { readableCall } from './readable-call.js';

export type Authenticate = (token: string) => Principal | undefined;

const SESSION_HEADER = 'mcp-session-id';
const NO_METHOD: HttpRefusal = { status: 405, says: 'Method Not Allowed', headers: { Allow: 'GET, POST, DELETE' } };
const NO_STREAM: HttpRefusal = { status: 405, says: 'Method Not Allowed', headers: { Allow: 'POST' } };
const NO_SESSION: HttpRefusal = { status: 400, says: 'Bad Request: the Mcp-Session-Id header is missing' };
const TOO_LARGE: HttpRefusal = { status: 413, says: 'Payload Too Large', code: 'call.too-large' };
const UNPARSABLE: HttpRefusal = { status: 400, says: 'Bad Request', code: 'call.malformed', rpcCode: RPC.parseError };
const NOT_ONE_MESSAGE: HttpRefusal = {
  status: 400,
  says: 'Bad Request',
  code: 'call.malformed',
  rpcCode: RPC.invalidRequest,
};

/**
 * `/mcp`. The SDK checks neither who asks nor how often: that happens here, before a byte of the body is read.
 * Then 2026-07-28 is served request by request, 2025-11-25 in sessions.
 */
export class McpEndpoint {
  readonly #authenticate: Authenticate | undefined;
  readonly #admission: Admission;
  readonly #sessions: LegacySessions;
  readonly #clients: ClientSockets;
  readonly #conversations = new ConversationIds();
  readonly #callers = new WeakMap<Request, Pick<Caller, 'principal' | 'conversation'>>();
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #stopTelling: (() => void) | undefined;

  constructor(service: Service, limits: HttpLimits, authenticate: Authenticate | undefined) {
    this.#authenticate = authenticate;
    this.#admission = new Admission(limits);
    this.#clients = new ClientSockets(service.gateway);
    this.#sessions = new LegacySessions(service, limits, this.#clients);
    this.#modern = createMcpHandler(
      ({ requestInfo }) => {
        const caller = requestInfo && this.#callers.get(requestInfo);
        if (caller === undefined) throw new Error('a request without a caller');
        return makeMcpServer(service, { ...caller, transport: 'http' });
      },
      {
        legacy: 'reject',
        onerror: (error) => {
          service.log(reportLine('http', error));
        },
      },
    );
    // Those of 2026-07-28 that listen for it; sessions of 2025-11-25 are told by themselves.
    this.#stopTelling = service.gateway.onToolsChange?.(() => {
      this.#modern.notify.toolsChanged();
    });
  }

  /** `known`: whoever runs the server has made sure who this is. */
  async answer(request: Request, exchange: Exchange, known?: Principal): Promise<Response> {
    const answer = await this.#answer(request, exchange, known);
    return answer instanceof Response ? answer : refusalResponse(answer);
  }

  async endIdleSessions(): Promise<void> {
    await this.#sessions.endIdle(Date.now());
  }

  async endCaller(principal: string): Promise<void> {
    await this.#sessions.endCaller(principal);
  }

  async close(): Promise<void> {
    this.#stopTelling?.();
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }

  async #answer(request: Request, exchange: Exchange, known?: Principal): Promise<Response | HttpRefusal> {
    const token = readBearer(request.headers);
    const principal = known ?? (token === undefined ? undefined : this.#authenticate?.(token));
    if (principal === undefined) return refuseUnknownToken(request.headers);
    const leave = this.#admission.enter(principal.id, Date.now());
    if (typeof leave !== 'function') return leave;
    void exchange.over.then(leave);
    switch (request.method) {
      case 'POST':
        return await this.#post(request, principal, exchange);
      case 'GET':
      case 'DELETE':
        // 2026-07-28 has neither; 2025-11-25 has them only within a session.
        if (!request.headers.has(SESSION_HEADER)) return NO_STREAM;
        return await this.#sessions.serve(request, undefined, principal, exchange.over, exchange.socket);
      default:
        return NO_METHOD;
    }
  }

  async #post(request: Request, principal: Principal, exchange: Exchange): Promise<Response | HttpRefusal> {
    const refused = refuseMediaType(request.headers);
    if (refused !== undefined) return refused;
    const body = await readRequestBody(request, MAX_MESSAGE_BYTES);
    if (body.tooLarge) return TOO_LARGE;
    let message: unknown;
    try {
      message = readableCall<unknown>(JSON.parse(body.text));
    } catch {
      return UNPARSABLE;
    }
    // A batch would be many calls at the price of one request; neither revision has them.
    if (!isRecord(message)) return NOT_ONE_MESSAGE;
    if (!(await isLegacyRequest(request, message))) {
      this.#noteClient(request, message, principal, exchange);
      return await this.#modern.fetch(request, { parsedBody: message });
    }
    if (request.headers.has(SESSION_HEADER)) {
      return await this.#sessions.serve(request, message, principal, exchange.over, exchange.socket);
    }
    return isInitializeRequest(message) ? await this.#sessions.open(request, message, principal, exchange) : NO_SESSION;
  }

  /** 2026-07-28 has no connections: the name in the message tells the client, and its request numbers the conversation. */
  #noteClient(
    request: Request,
    message: Readonly<Record<string, unknown>>,
    principal: Principal,
    exchange: Exchange,
  ): void {
    const params = isRecord(message['params']) ? message['params'] : {};
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    const program = programName(meta[CLIENT_INFO_META_KEY]);
    const client = { principal, ...(program === undefined ? {} : { program }) };
    this.#clients.use(client, exchange.socket, false, exchange.over);
    this.#callers.set(request, { principal, conversation: this.#conversations.of(principal.id, program, message) });
  }
}
