import type { Command } from 'commander';
import { ownCommand } from '../../core/index.js';
import { addToken as makeToken, listTokens, openWorkspace, revokeToken, rotateToken } from '../../config/index.js';
import type { Workspace } from '../../config/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { table } from '../terminal.js';

/** Tokens are named by their files and never printed: a terminal remembers, and so does whoever reads it. */
export function addToken(program: Command, cli: Cli): void {
  const token = program.command('token').description('who may call over HTTP: each name is a caller of its own');
  const change = (name: string, says: string, done: string, act: (workspace: Workspace, name: string) => string) => {
    withServerFlags(token.command(`${name} <name>`))
      .description(says)
      .option('--json', 'print { name, path }')
      .action(
        cli.run(async (who: string, options: { readonly json?: boolean }) => {
          const path = act(openWorkspace((await cli.load(options)).workspace), who);
          if (options.json === true) cli.terminal.json({ name: who, path });
          else cli.terminal.out(`${done}: ${path}`);
          return 0;
        }),
      );
  };
  change('add', 'make a token for a new name, or for a team of the configuration', 'Made', makeToken);
  change('rotate', 'replace a token; the old one is refused from now on', 'Replaced', rotateToken);
  change('revoke', 'remove a token; servers that are running refuse it too', 'Removed', revokeToken);
  withServerFlags(token.command('list'))
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

function rowOf(entry: ReturnType<typeof listTokens>[number]): string[] {
  return [entry.name, entry.team ? 'team' : '', entry.madeAt.toISOString().slice(0, 16).replace('T', ' '), entry.path];
}
