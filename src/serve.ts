import { explainFor, loadAhead, loadConsole, openAudit, reachServers, createApp, workspaceFacts } from './app.js';
import type { App } from './app.js';
import { consoleOnDemand } from './console-on-demand.js';
import { describePosture } from './config/index.js';
import type { Loaded } from './config/index.js';
import { openPage } from './platform/open-page.js';
import { logLine } from './log-line.js';
import { watchFaults } from './uncaught-errors.js';
import { VERSION } from './version.js';

type Log = (line: string) => void;

/** stdout belongs to MCP: everything else goes to stderr. */
export const logToStderr: Log = (line) => {
  logLine(`gatewright: ${line}`);
};

/** The stdio server: lives exactly as long as its client. */
export async function serveStdioUntilGone(loaded: Loaded): Promise<void> {
  // In this order: the one is read from the disk while the other is built. The first client message waits for both.
  const [{ serveStdio }, app] = await Promise.all([
    import('./transports/stdio.js'),
    createApp(loaded, { transport: 'stdio', log: logToStderr }),
  ]);
  announce(loaded, logToStderr);
  keepServing(app, logToStderr);
  const console = consoleOnDemand(loaded, app, logToStderr);
  app.approval.offerConsole(() => console.base());
  await new Promise<void>((resolve) => {
    const gateway = preparing(app);
    const principal = { id: 'local' };
    const served = serveStdio({ gateway, principal, version: VERSION, onClose: resolve, log: logToStderr });
    onEnd(() => {
      void served.close();
      resolve();
    });
  });
  await console.close();
  await closeWithin(app, 5000);
}

/** After `tools/list` the client asks its model, which takes seconds: the browser's code is loaded, or a browser started. */
function preparing(app: App): App['gateway'] {
  const { gateway } = app;
  let isBegun = false;
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    // After the answer is out, while the client reads it. What cannot be loaded is said by the call that needs it.
    setTimeout(() => {
      app.startAhead();
      loadAhead().catch(() => undefined);
    }).unref();
  };
  return {
    instructions: gateway.instructions,
    handle: (request) => gateway.handle(request),
    disconnected: (principal, connection) => gateway.disconnected(principal, connection),
    onToolsChange: (listener) => gateway.onToolsChange?.(listener) ?? (() => undefined),
    setPresence: (client, isPresent) => gateway.setPresence?.(client, isPresent),
    list(principal) {
      begin();
      return gateway.list(principal);
    },
  };
}

export interface Served {
  readonly url: string;
  /** Opens the console, once. */
  readonly consoleLink: string;
  readonly app: App;
  close(): Promise<void>;
}

/** Streamable HTTP, until somebody stops it. Unless `isQuiet`, stderr has a line for each session, question and refusal. */
export async function serveHttpUntilStopped(loaded: Loaded, isQuiet: boolean): Promise<Served> {
  const log = logToStderr;
  const app = await createApp(loaded, { transport: 'http', log, isWatched: !isQuiet });
  keepServing(app, log);
  const { serveHttp } = await import('./transports/http.js');
  const { host, port, publicHosts } = loaded.config.http;
  try {
    const pages = await openPages(loaded, app, log);
    const server = await serveHttp({
      gateway: preparing(app),
      host,
      port,
      version: VERSION,
      hosts: publicHosts,
      authenticate: (token) => app.authenticate(token),
      isReady: () => app.isReady(),
      routes: (routes) => {
        // A link in a webhook: who has it may answer that one question.
        routes.all('/answer/:token', (c) => app.approval.reply(c.req.raw, c.req.param('token')));
        pages.routes(routes);
      },
      log,
    });
    const { address } = server;
    app.onRevoked((principal) => void server.endCaller(principal));
    app.ownListeners.add(address.host, address.port);
    announce(loaded, log);
    const name = address.host.includes(':') ? `[${address.host}]` : address.host;
    const [publicHost] = publicHosts;
    const base = publicHost === undefined ? `http://${name}:${address.port}` : `https://${publicHost}`;
    app.approval.openReplies(base);
    app.approval.openConsole(base);
    const url = `http://${name}:${address.port}/mcp`;
    app.listensAt(url);
    const withdraw = await pages.offer(base);
    return {
      url,
      consoleLink: pages.link(base),
      app,
      close: async () => {
        await withdraw();
        await server.close();
        await closeWithin(app, 5000);
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function openPages(loaded: Loaded, app: App, log: Log) {
  const { createConsole, offerLinks, serverOf } = await loadConsole();
  const own = serverOf(app);
  const { run } = app.workspace;
  const pages = createConsole({
    openPage: (link) => openPage(link, run),
    servers: async () => [own, ...(await reachServers(run, (id) => id !== app.id))],
    audit: openAudit(app.workspace.audit),
    explain: (asked) => explainFor(loaded, asked),
    facts: workspaceFacts(() => loaded.reload?.() ?? Promise.resolve(loaded)),
    log,
  });
  return { ...pages, offer: (base: string) => offerLinks(run, base, () => pages.link(base)) };
}

function keepServing(app: App, log: Log): void {
  watchFaults({
    note: (text) => {
      app.noteFault(text);
    },
    endSessions: () => app.endSessions('something went wrong in the server'),
    log,
    exit: () => {
      void closeWithin(app, 5000).finally(() => process.exit(1));
    },
    exitNow: () => process.exit(1),
  });
}

function announce(loaded: Loaded, log: Log): void {
  for (const line of describePosture(loaded)) log(line);
}

/** A terminal that closes, a manager that stops us, Ctrl-C: all the same to us. */
export function onEnd(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
}

/** A browser that will not close must not keep the server: what is left dies with this process. */
async function closeWithin(app: App, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([app.close(), late]);
  clearTimeout(timer);
}
