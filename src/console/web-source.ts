import { userInfo } from 'node:os';
import { onePageLine } from '../core/index.js';
import type { JsonObject } from '../core/index.js';
import type { Explained, Explanation } from '../gateway/explain.js';
import type { OperatorPort } from '../gateway/gateway.js';
import type { ServerHandle, ShownExplanation } from '../control/control-client.js';
import { liveIn } from '../control/control-live-client.js';
import type { ShownTrick } from './pages/demo-page.js';
import type { RecordQuery } from './pages/record-page.js';
import type { RecordEntry } from './pages/recorded.js';
import type { WorkspaceFacts } from './workspace-facts-port.js';

/** A server as the pages see it: its OperatorPort, in this process or behind its control socket. */
export type ConsoleServer = Omit<ServerHandle, 'watch'>;

/** The record, as the audit module gives it. */
export interface ConsoleAudit {
  page(question: {
    readonly filter?: RecordQuery & { readonly event?: string };
    readonly before?: string;
    readonly limit?: number;
  }): Promise<{ readonly entries: readonly RecordEntry[]; readonly next?: string }>;
  /** The one that the record of this number names, if it is there as it was recorded. */
  picture(
    file: string,
    seq: number,
  ): Promise<{ readonly image: Uint8Array; readonly mimeType: 'image/jpeg' | 'image/png' } | undefined>;
  timeline(
    session: string,
    which: { readonly principal?: string; readonly client?: string; readonly all?: boolean },
  ): Promise<readonly RecordEntry[]>;
}

export interface ConsoleDeps {
  /** Those that answer now; each is closed after use. */
  servers(): Promise<readonly ConsoleServer[]>;
  readonly audit: ConsoleAudit;
  /** By the configuration of the workspace, for when no server runs. */
  explain(asked: Explained): Promise<ShownExplanation>;
  readonly facts: WorkspaceFacts;
  /** What `gatewright demo` found; the console then begins with it. */
  readonly demo?: readonly ShownTrick[];
  /** Opens a link in the browser of this desktop; false where there is none. Absent: never tried. */
  readonly openPage?: (link: string) => Promise<boolean>;
  readonly log: (line: string) => void;
}

export function serverOf(app: {
  readonly id: string;
  readonly operator: OperatorPort;
  about(): JsonObject;
  explain(asked: Explained): Promise<Explanation>;
}): ConsoleServer {
  const { id, operator } = app;
  return {
    id,
    about: () => Promise.resolve(app.about()),
    sessions: () => Promise.resolve(operator.sessions()),
    pending: (presence) => Promise.resolve(operator.pending(presence)),
    seen: (question, channel) => Promise.resolve(operator.seen?.(question, channel)),
    answered: () => Promise.resolve(operator.answered?.() ?? []),
    answer: (question, answer) => operator.answer(question, answer),
    grants: () => Promise.resolve(operator.grants()),
    revoke: (grant, by) => Promise.resolve(operator.revoke(grant, by)),
    ...liveIn(operator),
    stop: (match, how) => operator.stop(match, how),
    pause: (match, by) => Promise.resolve(operator.pause?.(match, by) ?? 0),
    resume: (match, by) => Promise.resolve(operator.resume?.(match, by) ?? { sessions: 0, callers: 0 }),
    stopped: () => Promise.resolve(operator.stopped?.() ?? []),
    explain: (asked) => app.explain(asked),
    close: () => undefined,
  };
}

export async function withConsoleServers<T>(
  deps: Pick<ConsoleDeps, 'servers'>,
  act: (servers: readonly ConsoleServer[]) => Promise<T>,
): Promise<T> {
  const servers = await deps.servers();
  try {
    return await act(servers);
  } finally {
    for (const server of servers) server.close();
  }
}

/** One that does not answer is named and does not hold up the others. */
export async function askEachServer<T>(
  servers: readonly ConsoleServer[],
  ask: (server: ConsoleServer) => Promise<T>,
): Promise<{ readonly answers: readonly T[]; readonly silent: readonly string[] }> {
  const settled = await Promise.allSettled(servers.map((server) => ask(server)));
  const answers: T[] = [];
  const silent: string[] = [];
  settled.forEach((result, i) => {
    if (result.status === 'fulfilled') answers.push(result.value);
    else silent.push(`Server ${servers[i]?.id ?? ''} does not answer: ${whyOf(result.reason)}`);
  });
  return { answers, silent };
}

function whyOf(reason: unknown): string {
  return reason instanceof Error ? onePageLine(reason.message, 200) : 'it failed';
}

/** For the record; that they hold the cookie is what counts. */
export function consoleUser(): string {
  try {
    return `console:${userInfo().username.replace(/[^\p{L}\p{N}._-]/gu, '')}`.slice(0, 80);
  } catch {
    return 'console';
  }
}
