import type { Command } from 'commander';
import { ProfileStore } from '../../app.js';
import type { ProfileFacts } from '../../app.js';
import { openWorkspace } from '../../config/index.js';
import { ownCommand } from '../../core/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { printable, table } from '../terminal.js';

const LOCAL = 'local';
const HEAD = ['SESSION', 'CALLER', 'LAST USED', 'SIZE', 'STATE'];

export function addProfiles(program: Command, cli: Cli): void {
  const profiles = program.command('profiles').description('what sessions keep with browser.profile: persistent');
  const storeOf = async (options: object): Promise<ProfileStore> =>
    new ProfileStore(openWorkspace((await cli.load(options)).workspace).inside('profiles'));
  withFlags(profiles.command('list'))
    .description('the profiles of this workspace')
    .option('--json', 'print a list')
    .action(
      cli.run(async ({ json, ...rest }: { readonly json?: boolean }) => {
        const kept = (await storeOf(rest)).list();
        if (json === true) cli.terminal.json([...kept]);
        else if (kept.length === 0) cli.terminal.out('No profile is kept in this workspace.');
        else for (const line of table([HEAD, ...kept.map(rowOf)])) cli.terminal.out(line);
        return 0;
      }),
    );
  withFlags(profiles.command('remove <session>'))
    .description('remove the profile of a session, with every sign-in in it')
    .option('--caller <name>', 'whose session it is; absent: the user of this machine')
    .option('--json', 'print { removed }')
    .action(
      cli.run(async (session: string, { json, caller = LOCAL, ...rest }: RemoveOptions) => {
        const removed = (await storeOf(rest)).remove({ principal: caller, session });
        if (json === true) cli.terminal.json({ removed });
        else
          cli.terminal.out(
            removed === 0 ? `There is no such profile. List them with: ${ownCommand('profiles list')}` : 'Removed.',
          );
        return removed === 0 ? 1 : 0;
      }),
    );
}

interface RemoveOptions {
  readonly json?: boolean;
  readonly caller?: string;
}

function rowOf({ session, principal, lastUsedAt, bytes, isInUse, isInsecure }: ProfileFacts): string[] {
  const state = [isInUse ? 'in use' : 'free', ...(isInsecure ? ['without the same-origin policy'] : [])].join(', ');
  const size = `${String(Math.ceil(bytes / 1_048_576))} MB`;
  return [session, principal, lastUsedAt.slice(0, 16).replace('T', ' '), size, state].map((cell) =>
    printable(cell, 200),
  );
}
