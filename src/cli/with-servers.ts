import type { reachServers } from '../app.js';
import type { Cli } from './cli.js';
import type { ExitCode } from './report-error.js';
import { printable } from './terminal.js';

/** One running server of the workspace, over its control socket. */
export type Server = Awaited<ReturnType<typeof reachServers>>[number];

/** Reaches every server of the workspace, and lets go of them whatever happens. */
export async function withServers(
  cli: Cli,
  options: object,
  act: (servers: readonly Server[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { reachServers } = await import('../app.js');
  const servers = await reachServers(cli.workspace(options).run);
  try {
    return await act(servers);
  } finally {
    for (const server of servers) server.close();
  }
}

/** The same request to each; one that does not answer is named and does not hold up the others. */
export async function askEach<T>(
  { terminal }: Cli,
  servers: readonly Server[],
  ask: (server: Server) => Promise<T>,
): Promise<{ readonly answers: readonly T[]; readonly silent: number }> {
  const settled = await Promise.allSettled(servers.map(ask));
  const answers: T[] = [];
  settled.forEach((result, i) => {
    if (result.status === 'fulfilled') answers.push(result.value);
    else terminal.err(`server ${servers[i]?.id ?? ''}: ${printable(String(result.reason))}`);
  });
  return { answers, silent: settled.length - answers.length };
}
