import type { Command } from 'commander';
import type { Loaded, Source } from '../../config/index.js';
import { showConfig } from '../../config/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { table } from '../terminal.js';

export function addConfig(program: Command, cli: Cli): void {
  withServerFlags(program.command('config'))
    .description('the configuration in force, with where each value came from; secrets are hidden')
    .option('--json', 'print { config, sources, workspace, file }')
    .action(
      cli.run(async (options: { readonly json?: boolean }) => {
        const loaded = await cli.load(options);
        if (options.json === true) printJson(cli, loaded);
        else printLines(cli, loaded);
        return 0;
      }),
    );
}

function printJson({ terminal }: Cli, { config, sources, workspace, file }: Loaded): void {
  const rows = showConfig(config);
  terminal.json({
    config: rows.whole,
    sources: Object.fromEntries(sources),
    workspace,
    ...(file !== undefined && { file }),
  });
}

function printLines({ terminal }: Cli, { config, sources, workspace, file }: Loaded): void {
  terminal.out(`workspace ${workspace}`);
  terminal.out(`file      ${file ?? 'none'}`);
  terminal.out('');
  const rows = showConfig(config).leaves.map(({ key, shown }) => [key, shown, sourceName(sources.get(key))]);
  for (const line of table(rows)) terminal.out(line);
}

function sourceName(source: Source | undefined): string {
  if (source === undefined || source.from === 'default') return '';
  return `from ${source.name ?? source.from}`;
}
