import { config as configureSchemas } from 'zod';
import { createApp } from '../app.js';
import type { App } from '../app.js';
import { describePosture, loadForProgram } from '../config/index.js';
import { PROGRAM, connectInProcess } from '../transports/in-process.js';
import { createWebHandler } from '../transports/web-handler.js';
import { VERSION } from '../version.js';
import { asGatewrightError, errorOf, orGatewrightError } from './as-error.js';
import { hostPartsOf } from './host-parts.js';
import { createNarrowings } from './narrowings.js';
import { sessionOfProgram } from './session.js';
import type { Gatewright, GatewrightOptions, McpTransport } from './types.js';

/** Builds what the command would build, without a process of its own: nothing here listens to signals or to faults. */
export async function openGatewright(options: GatewrightOptions): Promise<Gatewright> {
  configureSchemas({ jitless: true });
  const { config, workspace, provider, signal } = options;
  const log = options.log ?? (() => undefined);
  signal?.throwIfAborted();
  return orGatewrightError(async () => {
    const loaded = await loadForProgram({ config, workspace, provider });
    const app = await createApp(loaded, { transport: 'sdk', log, host: hostPartsOf(options) });
    const gatewright = around(app, {
      log,
      posture: describePosture(loaded),
      publicHosts: loaded.config.http.publicHosts,
    });
    // The promise is not awaited here; close() returns the same one.
    const end = (): void => void gatewright.close().catch(() => undefined);
    signal?.addEventListener('abort', end, { once: true });
    // Aborted while it was built: nobody would close it.
    if (signal?.aborted === true) await gatewright.close();
    signal?.throwIfAborted();
    return gatewright;
  });
}

interface Around {
  readonly log: (line: string) => void;
  readonly posture: readonly string[];
  readonly publicHosts: readonly string[];
}

function around(app: App, { log, posture, publicHosts }: Around): Gatewright {
  const { gateway } = app;
  const service = { gateway, version: VERSION, log };
  const handler = createWebHandler({ ...service, publicHosts, authenticate: (token) => app.authenticate(token) });
  app.onRevoked((principal) => void handler.endCaller(principal).catch(() => undefined));
  const [connections, narrowings] = [new Set<ReturnType<typeof connectInProcess>>(), createNarrowings()];
  let closing: Promise<void> | undefined;
  const refuseClosed = (): void => {
    if (closing !== undefined) throw errorOf('session.closed');
  };
  const close = async (): Promise<void> => {
    await Promise.all([...connections].map((connection) => connection.close()));
    await handler.close();
    await app.close();
  };
  return {
    posture,
    fetch: async (request, { principal } = {}) => {
      refuseClosed();
      return orGatewrightError(() =>
        handler.answer(request, principal === undefined ? undefined : app.trustPrincipal(principal)),
      );
    },
    connect: ({ principal = LOCAL, signal } = {}) => {
      refuseClosed();
      const connection = connectInProcess(service, trustedPrincipal(app, principal));
      connections.add(connection);
      const end = (): void => {
        connections.delete(connection);
        connection.close().catch(() => undefined);
      };
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end, { once: true });
      const client: McpTransport = connection.client;
      return client;
    },
    session: ({ principal = LOCAL, name = 'default', policy } = {}) => {
      refuseClosed();
      return sessionOfProgram({
        ...{ gateway, principal: trustedPrincipal(app, principal), name, policy, narrowings },
        isClosed: () => closing !== undefined,
        endSession: (id, ended) => endSession(app, id, ended),
      });
    },
    close: () => (closing ??= close()),
  };
}

async function endSession({ operator }: App, principal: string, session: string): Promise<void> {
  await operator.stop({ principal, client: PROGRAM, session }, { once: true, by: PROGRAM, who: 'its program' });
}

const LOCAL = 'local';

function trustedPrincipal(app: App, principal: string): ReturnType<App['trustPrincipal']> {
  try {
    return app.trustPrincipal(principal);
  } catch (error) {
    throw asGatewrightError(error);
  }
}
