import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { Failure } from '../core/index.js';
import { refuseForeignSite, refusalResponse } from './host-origin-guard.js';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './limits.js';
import { McpEndpoint, type Authenticate } from './mcp-endpoint.js';
import { reportLine, type Service } from './mcp-server.js';
import { isLoopback, ownHosts, refuseUnsafeBind, type Address, type OwnHosts } from './own-hosts.js';
import { addSecurityHeaders } from './security-headers.js';

export interface HttpDeps extends Service {
  readonly host: string;
  /** 0 takes any free one; the answer says which. */
  readonly port: number;
  /** Whose token this is. Absent: nobody can call, and only loopback may be bound. */
  readonly authenticate: Authenticate | undefined;
  /** Further values of `Host`, as clients of a proxy in front send them. */
  readonly hosts?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly isReady?: () => boolean;
  /** Further pages, behind the same checks of Host and Origin; who may see them is theirs to check. */
  readonly routes?: (app: Hono) => void;
}

export interface HttpServer {
  readonly address: Address;
  /** Its token is revoked: what it has open is closed. */
  endCaller(principal: string): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;

export async function serveHttp(deps: HttpDeps): Promise<HttpServer> {
  refuseUnsafeBind(deps.host, deps.authenticate !== undefined);
  const endpoint = new McpEndpoint(deps, { ...DEFAULT_HTTP_LIMITS, ...deps.limits }, deps.authenticate);
  // Nothing is ours, and so everything refused, until the port is known.
  let hosts: OwnHosts = new Map();
  const app = makeApp(deps, endpoint, () => hosts);
  const server = makeServer(app, deps);
  const address = await listen(server, deps);
  hosts = ownHosts(deps.host, address, deps.hosts);
  const sweep = setInterval(() => {
    endpoint.endIdleSessions().catch((error: unknown) => {
      deps.log(reportLine('http', error));
    });
  }, SWEEP_MS);
  sweep.unref();
  return {
    address,
    endCaller: (principal) => endpoint.endCaller(principal),
    close: async () => {
      clearInterval(sweep);
      const closed = new Promise((resolve) => server.close(resolve));
      await endpoint.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function makeApp(deps: HttpDeps, endpoint: McpEndpoint, hosts: () => OwnHosts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    const refused = refuseForeignSite(c.req.raw.headers, hosts());
    if (refused === undefined) await next();
    else c.res = refusalResponse(refused);
    addSecurityHeaders(c.res.headers);
  });
  app.onError((error, c) => {
    deps.log(reportLine('http', error));
    return c.text('Internal Server Error', 500);
  });
  app.notFound((c) => c.text('Not Found', 404));
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', (c) => (deps.isReady?.() === false ? c.text('not ok', 503) : c.text('ok')));
  app.all('/mcp', (c) => {
    const { incoming, outgoing } = c.env;
    const over = new Promise<void>((resolve) => outgoing.once('close', resolve));
    return endpoint.answer(c.req.raw, { over, socket: incoming.socket });
  });
  if (deps.routes !== undefined) {
    const pages = new Hono();
    deps.routes(pages);
    app.route('/', pages);
  }
  return app;
}

function makeServer(app: Hono<{ Bindings: HttpBindings }>, deps: HttpDeps): Server {
  const listener = getRequestListener(app.fetch, {
    // Its replacements for Request and Response would be everybody's in this process.
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      deps.log(reportLine('http', error));
      const response = new Response('Bad Request', { status: 400 });
      addSecurityHeaders(response.headers);
      return response;
    },
  });
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16 * 1024,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = 4096;
  return server;
}

async function listen(server: Server, deps: HttpDeps): Promise<Address> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new Failure(
          'config.invalid',
          `http: cannot listen on ${deps.host}:${deps.port}; choose another port with --http`,
          undefined,
          error,
        ),
      );
    });
    server.listen({ host: deps.host, port: deps.port, backlog: 2048 }, resolve);
  });
  // A failed accept (no file descriptors left) is no reason to die.
  server.on('error', (error) => {
    deps.log(reportLine('http', error));
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Failure('internal.fault');
  if (isLoopback(deps.host) && !isLoopback(bound.address)) {
    server.close();
    throw new Failure('config.invalid', `http.host: ${deps.host} is not a loopback address on this machine`);
  }
  return { host: bound.address, port: bound.port };
}
