import { explainFor, loadConsole, openAudit, reachServers, workspaceFacts } from './app.js';
import type { App } from './app.js';
import type { Loaded } from './config/index.js';
import { openPage } from './platform/open-page.js';

export interface ConsoleOnDemand {
  /** Where a browser reaches the console: one of this workspace that is open already, or one that opens now. */
  base(): Promise<string>;
  close(): Promise<void>;
}

/** A server over stdio has no console before somebody has to answer. It is on loopback, and ends with the server. */
export function consoleOnDemand(loaded: Loaded, app: App, log: (line: string) => void): ConsoleOnDemand {
  const { run, audit } = app.workspace;
  let own: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { serveConsole, serverOf } = await loadConsole();
    const here = serverOf(app);
    const console = await serveConsole({
      servers: async () => [here, ...(await reachServers(run, (id) => id !== app.id))],
      audit: openAudit(audit),
      explain: (asked) => explainFor(loaded, asked),
      facts: workspaceFacts(() => loaded.reload?.() ?? Promise.resolve(loaded)),
      openPage: (link) => openPage(link, run),
      log,
    });
    // No page that the agent opens may reach the console that judges it.
    app.ownListeners.add('127.0.0.1', Number(new URL(console.base).port));
    return console;
  };
  return {
    base: async () => {
      if (own === undefined) {
        const { findConsole } = await loadConsole();
        const other = await findConsole(run);
        if (other !== undefined) return other;
      }
      own ??= open();
      try {
        return (await own).base;
      } catch (error) {
        own = undefined;
        throw error;
      }
    },
    close: async () => {
      const console = await own?.catch(() => undefined);
      await console?.close();
    },
  };
}
