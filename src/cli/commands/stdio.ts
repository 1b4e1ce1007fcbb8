import type { Command } from 'commander';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { serveUntilStopped } from './serve.js';

/** The command without a name, as far as the quick path in main.ts left it to us. */
export function addStdio(program: Command, cli: Cli): void {
  withServerFlags(program).action(
    cli.run(async (options: { readonly http?: string }) => {
      if (options.http !== undefined) return serveUntilStopped(cli, options, false);
      const { serveStdioUntilGone } = await import('../../serve.js');
      await serveStdioUntilGone(await cli.load(options));
      return 0;
    }),
  );
}
