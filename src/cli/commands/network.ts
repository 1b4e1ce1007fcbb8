import type { Command } from 'commander';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { momentOf } from '../moment.js';
import type { ExitCode } from '../report-error.js';
import { suggestLoad } from '../suggest-load.js';
import type { SeenOrigin, Suggestion } from '../suggest-load.js';
import { printable } from '../terminal.js';

interface SuggestOptions {
  readonly since?: string;
  readonly json?: boolean;
}

export function addNetwork(program: Command, cli: Cli): void {
  const network = program.command('network').description('which other sites pages load from');
  withFlags(network.command('suggest'))
    .description('proposes network.load from what was observed (network.observe) or refused; changes nothing')
    .option('--since <when>', 'a date and time, or 10m, 2h, 3d ago')
    .option('--json', 'print { load, sites, visits }')
    .action(cli.run((options: SuggestOptions) => suggest(cli, options)));
}

async function suggest(cli: Cli, options: SuggestOptions): Promise<ExitCode> {
  const loaded = await cli.load(options);
  const { judgeOriginLists, readRecords } = await import('../../app.js');
  const entries = await readRecords(cli.workspace(options).audit, {
    text: 'network.',
    ...(options.since !== undefined && { since: momentOf('--since', options.since, Date.now()) }),
  });
  const suggestion = suggestLoad(entries, judgeOriginLists(loaded));
  const present = loaded.config.network.load ?? [];
  if (options.json === true) {
    const found = suggestion.sites.flatMap(({ origins }) => origins.map(({ origin }) => origin));
    cli.terminal.json({ load: [...present, ...found], ...suggestion });
  } else if (suggestion.sites.length === 0 && suggestion.visits.length === 0) {
    cli.terminal.err(whyNothing(loaded.config.network));
  } else {
    for (const line of suggestionLines(present, suggestion)) cli.terminal.out(line);
  }
  return 0;
}

function whyNothing({ allow, observe }: { readonly allow?: readonly string[] | undefined; readonly observe: boolean }) {
  if (allow === undefined) return 'network.allow is absent: every public origin is open, and there is nothing to list.';
  if (observe) return 'Nothing is missing yet. Use the sites as they will be used, then ask again.';
  return 'Nothing is missing. To learn what pages need, set network.observe: true for a while.';
}

const MAX_LINES = 300;
const MANY_HOSTS = 3;

/** YAML to paste, each line with its reason. */
function suggestionLines(present: readonly string[], { sites, visits }: Suggestion): string[] {
  const lines = sites.flatMap(({ site, origins }) => [
    `    # ${site}`,
    ...origins.map((seen) => `    - ${JSON.stringify(seen.origin)}  # ${countsOf(seen)}`),
    ...(origins.length > MANY_HOSTS ? [`    # or all of it: ${JSON.stringify(`*.${site}`)}`] : []),
  ]);
  const shown = lines.slice(0, MAX_LINES);
  return [
    '# Proposed, not in force: read every line. Pages chose these origins, and a page may be hostile.',
    ...(sites.length === 0 ? [] : ['network:', '  load:', ...present.map((entry) => `    - ${JSON.stringify(entry)}`)]),
    ...shown,
    ...(lines.length > shown.length ? [`    # ${String(lines.length - shown.length)} more lines: --json`] : []),
    ...(visits.length === 0 ? [] : ['# The agent itself went to these; if it may, they belong into network.allow:']),
    ...visits.map((seen) => `#   - ${JSON.stringify(seen.origin)}  # ${countsOf(seen)}`),
  ];
}

function countsOf({ observed, refused, sessions, last }: SeenOrigin): string {
  const parts = [
    ...(observed > 0 ? [`${String(observed)} observed`] : []),
    ...(refused > 0 ? [`${String(refused)} refused`] : []),
    `${String(sessions)} session${sessions === 1 ? '' : 's'}`,
    `last ${last.slice(0, 10)}`,
  ];
  return printable(parts.join(', '));
}
