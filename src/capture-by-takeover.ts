import { explainFor, loadConsole, openAudit, createApp, workspaceFacts } from './app.js';
import type { App } from './app.js';
import type { Loaded } from './config/index.js';
import { Failure } from './core/index.js';
import type { CapturedState } from './core/index.js';

const PRINCIPAL = 'capture';
const SESSION = 'capture';
const OPEN_MS = 60_000;
const POLL_MS = 500;

export interface TakeoverCapture {
  readonly origin: string;
  /** The page is there: the person opens this link, takes the session over and signs in. Settles when they are done. */
  readonly whenSignedIn: (link: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * `vault capture` where there is no screen: a server of this process alone, whose one session a person drives in the
 * console. It has no MCP endpoint, so that no agent can call it, and sessions belong to the process that opened them:
 * an agent of another server cannot name this one. No identity of the vault is used in it.
 */
export async function captureByTakeover(loaded: Loaded, capture: TakeoverCapture): Promise<CapturedState> {
  const { origin, log } = capture;
  const { config } = loaded;
  const own = { ...loaded, config: { ...config, vault: { ...config.vault, autoInject: false } } };
  const app = await createApp(own, { transport: 'stdio', log });
  try {
    const { serveConsole, serverOf } = await loadConsole();
    const server = serverOf(app);
    const console = await serveConsole({
      servers: () => Promise.resolve([server]),
      audit: openAudit(app.workspace.audit),
      explain: (asked) => explainFor(own, asked),
      facts: workspaceFacts(() => Promise.resolve(own)),
      log,
    });
    try {
      // A page that the person opens must not reach the console that shows it.
      app.ownListeners.add('127.0.0.1', Number(new URL(console.newLink()).port));
      await openPage(app, origin);
      const gone = new AbortController();
      await Promise.race([capture.whenSignedIn(console.newLink()), untilGone(app, gone.signal)]).finally(() => {
        gone.abort();
      });
      return await app.readState({ principal: PRINCIPAL, session: SESSION }, origin);
    } finally {
      await console.close();
    }
  } finally {
    await app.close();
  }
}

function isOpen({ operator }: App): boolean {
  return operator.sessions().some(({ session, principal }) => session === SESSION && principal === PRINCIPAL);
}

/** Through the same path as an agent's call: judged by the same policy, and on the record. */
async function openPage(app: App, origin: string): Promise<void> {
  await app.gateway.handle({
    principal: { id: PRINCIPAL },
    tool: 'browser_navigate',
    input: { url: origin, session: SESSION, snapshot: 'none' },
    signal: AbortSignal.timeout(OPEN_MS),
    transport: 'vault capture',
  });
  if (!isOpen(app)) throw new Failure('vault.not-injected', `${origin} could not be opened; the record says why`);
}

/** Rejects when the session ends before the identity was kept: it was closed, or idle for too long. */
async function untilGone(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!isOpen(app)) throw new Failure('vault.not-injected', 'the session ended before it was kept; run it again');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
