import type { Command } from 'commander';
import { ownCommand } from '../../core/index.js';
import { addToken as makeToken, listTokens, openWorkspace, revokeToken, rotateToken } from '../../config/index.js';
import type { Loaded, Workspace } from '../../config/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { clientLines } from '../client-lines.js';
import { table } from '../terminal.js';

/** Tokens are named by their files and never printed: a terminal remembers, and so does whoever reads it. */
export function addTokenCommand(program: Command, cli: Cli): void {
  const token = program.command('token').description('who may call over HTTP: each name is a caller of its own');
  const change = (name: string, says: string, done: string, act: (workspace: Workspace, name: string) => string) => {
    (name === 'revoke'
      ? withFlags(token.command(`${name} <name>`))
      : withFlags(token.command(`${name} <name>`), 'http')
    )
      .description(says)
      .option('--json', 'print { name, path }')
      .action(
        cli.run(async (who: string, options: { readonly json?: boolean }) => {
          const loaded = await cli.load(options);
          const path = act(openWorkspace(loaded.workspace), who);
          if (options.json === true) cli.terminal.json({ name: who, path });
          else {
            cli.terminal.out(`${done}: ${path}`);
            if (name !== 'revoke') sayClientLine(cli, loaded, path);
          }
          return 0;
        }),
      );
  };
  change('add', 'make a token for a new name, or for a team of the configuration', 'Made', makeToken);
  change('rotate', 'replace a token; the old one is refused from now on', 'Replaced', rotateToken);
  change('revoke', 'remove a token; servers that are running refuse it too', 'Removed', revokeToken);
  withFlags(token.command('list'))
    .description('the names that have a token')
    .option('--json', 'print a list')
    .action(
      cli.run(async (options: { readonly json?: boolean }) => {
        const { workspace, config } = await cli.load(options);
        const entries = listTokens(openWorkspace(workspace), config.teams);
        if (options.json === true) cli.terminal.json(entries);
        else if (entries.length === 0) cli.terminal.out(`No tokens yet; ${ownCommand('serve')} makes the first one.`);
        for (const line of options.json === true ? [] : table(entries.map(rowOf))) cli.terminal.out(line);
        return 0;
      }),
    );
}

/** The first client as an example; the token itself is named by its file and not shown. */
function sayClientLine({ terminal }: Cli, { config }: Loaded, path: string): void {
  const { host, port, publicHosts } = config.http;
  const [publicHost] = publicHosts;
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
  const url = `${publicHost === undefined ? own : `https://${publicHost}`}/mcp`;
  const [example] = clientLines({ url, tokenFile: path, command: [] });
  terminal.out('That file holds the token; whoever has it can call. To use it on this machine, for example:');
  for (const line of example?.http ?? []) terminal.out(`  ${line}`);
  terminal.out(`The server has to be running: ${ownCommand('serve')}`);
}

function rowOf(entry: ReturnType<typeof listTokens>[number]): string[] {
  return [entry.name, entry.team ? 'team' : '', entry.madeAt.toISOString().slice(0, 16).replace('T', ' '), entry.path];
}
