import type { Command } from 'commander';
import { nearestWord } from '../../core/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { printable } from '../terminal.js';
import { serveUntilStopped } from './serve.js';
import type { ServeOptions } from './serve.js';

/** The command without a name, as far as the quick path in main.ts left it to us. */
export function addStdio(program: Command, cli: Cli): void {
  const serve = cli.run(async (options: ServeOptions & { readonly http?: string }) => {
    if (options.http !== undefined) return serveUntilStopped(cli, options);
    const { serveStdioUntilGone } = await import('../../serve.js');
    await serveStdioUntilGone(await cli.load(options));
    return 0;
  });
  withServerFlags(program.allowExcessArguments()).action((options: object, { args: [unknown] }: Command) => {
    if (unknown !== undefined) program.error(unknownCommand(unknown, program));
    return serve(options);
  });
}

/** In the words of the command-line library, which says the same of an unknown option. */
export function unknownCommand(typed: string, group: Command): string {
  const valid = group.commands.map((command) => command.name());
  const meant = nearestWord(typed, valid);
  const there = valid.length === 0 ? `${group.name()} has none` : `Valid: ${valid.join(', ')}`;
  const next = meant === undefined ? `(${there})` : `(Did you mean ${meant}?)`;
  return `error: unknown command '${printable(typed, 40)}'\n${next}`;
}
