import type { Command } from 'commander';
import { ownCommand } from '../../core/index.js';
import type { SessionMatch } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { terminalUser } from '../answer-question.js';
import type { Cli } from '../cli.js';
import { askEach, withServers } from '../with-servers.js';

interface MatchOptions {
  readonly session?: string;
  readonly client?: string;
  readonly principal?: string;
  readonly json?: boolean;
}

export function addStop(program: Command, cli: Cli): void {
  withMatchFlags(program.command('stop'))
    .description('ends sessions now; their callers get no new one until you run: gatewright resume')
    .option('--once', 'only end them: the next call of the agent opens a new session')
    .option('--json', 'print { servers, stopped, silent }')
    .action(
      cli.run(({ once = false, json, ...rest }: MatchOptions & { readonly once?: boolean }) =>
        withServers(cli, rest, async (servers) => {
          const stop = { once, by: terminalUser() };
          const { answers, silent } = await askEach(cli, servers, (server) => server.stop(matchOf(rest), stop));
          const stopped = sum(answers);
          if (json === true) cli.terminal.json({ servers: servers.length, stopped, silent });
          else cli.terminal.out(stoppedWords(stopped, servers.length, once));
          return silent > 0 ? 1 : 0;
        }),
      ),
    );
  addPause(program, cli);
  addResume(program, cli);
}

const NO_SERVER = 'No server is running in this workspace, so there was nothing to do.';

function stoppedWords(stopped: number, servers: number, once: boolean): string {
  if (servers === 0) return NO_SERVER;
  const after = once ? '' : ` No new one is opened until: ${ownCommand('resume')}`;
  return `Ended ${counted(stopped)} of ${serverCount(servers)}.${after}`;
}

function addPause(program: Command, cli: Cli): void {
  withMatchFlags(program.command('pause'))
    .description('pauses sessions: calls of their agents are refused until you run: gatewright resume')
    .option('--json', 'print { servers, paused, silent }')
    .action(
      cli.run(({ json, ...rest }: MatchOptions) =>
        withServers(cli, rest, async (servers) => {
          const { answers, silent } = await askEach(cli, servers, (server) =>
            server.pause(matchOf(rest), terminalUser()),
          );
          const paused = sum(answers);
          if (json === true) cli.terminal.json({ servers: servers.length, paused, silent });
          else if (servers.length === 0) cli.terminal.out(NO_SERVER);
          else cli.terminal.out(`Paused ${counted(paused)} of ${serverCount(servers.length)}.`);
          return silent > 0 ? 1 : 0;
        }),
      ),
    );
}

function addResume(program: Command, cli: Cli): void {
  withMatchFlags(program.command('resume'))
    .description('undoes stop and pause')
    .option('--json', 'print { servers, sessions, callers, silent }')
    .action(
      cli.run(({ json, ...rest }: MatchOptions) =>
        withServers(cli, rest, async (servers) => {
          const { answers, silent } = await askEach(cli, servers, (server) =>
            server.resume(matchOf(rest), terminalUser()),
          );
          const [sessions, callers] = [sum(answers.map((one) => one.sessions)), sum(answers.map((one) => one.callers))];
          if (json === true) cli.terminal.json({ servers: servers.length, sessions, callers, silent });
          else if (sessions + callers === 0) cli.terminal.out('Nothing was stopped or paused.');
          else cli.terminal.out(resumedWords(sessions, callers));
          return silent > 0 ? 1 : 0;
        }),
      ),
    );
}

function resumedWords(sessions: number, callers: number): string {
  const parts = [
    ...(sessions === 0 ? [] : [`${counted(sessions)} that ${sessions === 1 ? 'was' : 'were'} paused`]),
    ...(callers === 0 ? [] : [callers === 1 ? '1 stopped caller' : `${String(callers)} stopped callers`]),
  ];
  return `Resumed ${parts.join(' and ')}.`;
}

function withMatchFlags(command: Command): Command {
  return withWorkspaceFlags(command)
    .option('--session <name>', 'only sessions of this name')
    .option('--client <name>', 'only those of this program, such as claude-code or claude-code#2')
    .option('--principal <name>', 'only those of this caller');
}

function matchOf({ session, client, principal }: MatchOptions): SessionMatch {
  return {
    ...(principal !== undefined && { principal }),
    ...(client !== undefined && { client }),
    ...(session !== undefined && { session }),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function counted(sessions: number): string {
  return sessions === 1 ? '1 session' : `${String(sessions)} sessions`;
}

function serverCount(servers: number): string {
  return servers === 1 ? '1 running server' : `${String(servers)} running servers`;
}
