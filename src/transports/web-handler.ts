import type { Principal } from '../core/index.js';
import { refusalResponse, type HttpRefusal } from './host-origin-guard.js';
import { DEFAULT_HTTP_LIMITS } from './limits.js';
import { McpEndpoint, type Authenticate } from './mcp-endpoint.js';
import { reportLine, type Service } from './mcp-server.js';
import { isLoopback } from './own-hosts.js';
import { addSecurityHeaders } from './security-headers.js';

export interface WebHandlerDeps extends Service {
  readonly authenticate: Authenticate;
  /** Names under which clients reach the program, with their ports, beside this machine's own. */
  readonly publicHosts: readonly string[];
}

export interface WebHandler {
  /** `known`: the program has made sure who this is; otherwise the bearer token says so. */
  answer(request: Request, known?: Principal): Promise<Response>;
  endCaller(principal: string): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;

/** `/mcp` for a web server that is somebody else's, behind the same checks as our own. */
export function createWebHandler(deps: WebHandlerDeps): WebHandler {
  const endpoint = new McpEndpoint(deps, DEFAULT_HTTP_LIMITS, deps.authenticate);
  const sweep = setInterval(() => {
    endpoint.endIdleSessions().catch((error: unknown) => {
      deps.log(reportLine('sdk', error));
    });
  }, SWEEP_MS);
  sweep.unref();
  return {
    answer: async (request, known) => {
      const response = await answered(deps, endpoint, request, known);
      addSecurityHeaders(response.headers);
      return response;
    },
    endCaller: (principal) => endpoint.endCaller(principal),
    close: async () => {
      clearInterval(sweep);
      await endpoint.close();
    },
  };
}

async function answered(
  deps: WebHandlerDeps,
  endpoint: McpEndpoint,
  request: Request,
  known: Principal | undefined,
): Promise<Response> {
  const refused = refuseForeignRequest(request, deps.publicHosts);
  if (refused !== undefined) return refusalResponse(refused);
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  request.signal.addEventListener('abort', end, { once: true });
  try {
    return untilRead(await endpoint.answer(request, { over }, known), end);
  } catch (error) {
    end();
    deps.log(reportLine('sdk', error));
    return new Response('Internal Server Error', { status: 500 });
  }
}

/** DNS rebinding and cross-site requests, where somebody else's server took the request. */
function refuseForeignRequest(request: Request, publicHosts: readonly string[]): HttpRefusal | undefined {
  const { host, hostname } = new URL(request.url);
  const said = (request.headers.get('host') ?? host).toLowerCase();
  const isOwn = isLoopback(hostname.replace(/^\[|\]$/gu, '')) || publicHosts.some((own) => own.toLowerCase() === host);
  if (!isOwn || said !== host)
    return { status: 403, says: 'Forbidden: not the name of this server; add it to http.publicHosts' };
  const origin = request.headers.get('origin')?.toLowerCase();
  if (origin !== undefined && origin !== `https://${host}` && origin !== `http://${host}`)
    return { status: 403, says: 'Forbidden: not the origin of this server' };
  return undefined;
}

/** The exchange lasts as long as somebody reads its answer: an event stream until it ends or is let go. */
function untilRead(response: Response, end: () => void): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    end();
    return new Response(null, { status, statusText, headers });
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const copy = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(copy, { status, statusText, headers });
}
