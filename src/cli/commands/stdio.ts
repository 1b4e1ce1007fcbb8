import type { Command } from 'commander';
import { Failure, nearestWord } from '../../core/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { serveUntilStopped } from './serve.js';

/** The command without a name, as far as the quick path in main.ts left it to us. */
export function addStdio(program: Command, cli: Cli): void {
  withServerFlags(program.allowExcessArguments()).action(
    cli.run(async (options: { readonly http?: string }, { args: [unknown] }: Command) => {
      if (unknown !== undefined) {
        const valid = program.commands.map((command) => command.name());
        const meant = nearestWord(unknown, valid);
        const next = meant === undefined ? `valid: ${valid.join(', ')}` : `did you mean ${meant}?`;
        throw new Failure('config.invalid', `there is no command ${JSON.stringify(unknown)}; ${next}`);
      }
      if (options.http !== undefined) return serveUntilStopped(cli, options, false);
      const { serveStdioUntilGone } = await import('../../serve.js');
      await serveStdioUntilGone(await cli.load(options));
      return 0;
    }),
  );
}
