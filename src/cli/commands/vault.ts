import type { Command } from 'commander';
import type { VaultKeeper } from '../../app.js';
import { Failure } from '../../core/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { askLine } from '../prompt.js';
import { table } from '../terminal.js';
import { captureOne } from './vault-capture.js';
import { lineOf, sayKept, withKeeper } from '../with-vault.js';
import type { JsonOption } from '../with-vault.js';
import { originIn, readStorageState, recordFrom } from './vault-import.js';
import { readNewIdentity } from './vault-input.js';
import type { AddOptions } from './vault-input.js';

/** Values come from a prompt or stdin, never from the arguments, and are never printed. */
export function addVault(program: Command, cli: Cli): void {
  const vault = program
    .command('vault')
    .description('identities (passwords, cookies) by site, used by the browser and never shown to the agent');
  withFlags(vault.command('add <host>'))
    .description('keep an identity: asks, or reads a password or a JSON record from stdin')
    .option('--username <name>', 'the user name, which the agent is told')
    .option('--name <name>', 'its name in <PASSWORD_NAME>; else the host')
    .option(
      '--origin <origins...>',
      'exact origins that it may be used on; else https://HOST, and http:// for localhost',
    )
    .option('--replace', 'replace the identity that is kept already')
    .option('--json', 'print what is kept, without values')
    .action(cli.run((host: string, options: AddOptions & JsonOption) => addOne(cli, host, options)));
  withFlags(vault.command('import <file>'))
    .description('keep the cookies and storage of a Playwright storage state as the identity of its site')
    .option('--origin <origin>', 'the site, where the file holds several')
    .option('--username <name>', 'the user name, which the agent is told')
    .option('--replace', 'replace the identity that is kept already')
    .option('--json', 'print what is kept, without values')
    .action(cli.run((file: string, options: ImportOptions & JsonOption) => importOne(cli, file, options)));
  withFlags(vault.command('capture <origin>'), 'allow', 'block', 'allowPrivate', 'executablePath')
    .description(
      'sign in by yourself, in a window or, without a screen, in the console; keeps cookies and storage as the identity',
    )
    .option('--username <name>', 'the user name, which the agent is told')
    .option('--replace', 'replace the identity that is kept already')
    .option('--json', 'print what is kept, without values')
    .action(cli.run((origin: string, options: AddOptions & JsonOption) => captureOne(cli, origin, options)));
  withFlags(vault.command('list'))
    .description('what is kept for which site, without values')
    .option('--json', 'print a list')
    .action(cli.run((options: JsonOption) => listAll(cli, options)));
  withFlags(vault.command('remove <host>'))
    .description('forget an identity')
    .option('--json', 'print { host, removed }')
    .action(cli.run((host: string, options: JsonOption) => removeOne(cli, host, options)));
  withFlags(vault.command('test'))
    .argument('[host]', 'one site; else all that can be listed')
    .description('reach the vault and read what is kept; exits with 1 if something cannot be used')
    .option('--json', 'print { backend, identities }')
    .action(cli.run((host: string | undefined, options: JsonOption) => testIt(cli, host, options)));
}

function addOne(cli: Cli, text: string, options: AddOptions & JsonOption): Promise<ExitCode> {
  return withKeeper(cli, options, async (keeper) => {
    const at = keeper.readHost(text);
    // Before anything is asked: nobody should type a password for nothing.
    keeper.checkWritable(at.host);
    const replace = await mayReplace(keeper, at.host, options);
    const record = await readNewIdentity(at, options);
    const kept = await keeper.add(at.host, record, replace);
    sayKept(cli, kept, options);
    return 0;
  });
}

async function mayReplace(keeper: VaultKeeper, host: string, { replace }: AddOptions): Promise<boolean> {
  if (replace === true || !process.stdin.isTTY || (await keeper.read(host)) === undefined) return replace === true;
  const answer = await askLine(`${host} has an identity already. Replace it? [y/N] `);
  if (/^y(?:es)?$/iu.test(answer)) return true;
  throw new Failure('config.invalid', `${host} has an identity already, which was kept`);
}

interface ImportOptions extends Pick<AddOptions, 'username' | 'replace'> {
  readonly origin?: string;
}

function importOne(cli: Cli, file: string, options: ImportOptions & JsonOption): Promise<ExitCode> {
  return withKeeper(cli, options, async (keeper) => {
    const state = readStorageState(file);
    const { host, origin } = keeper.readHost(options.origin ?? originIn(state));
    keeper.checkWritable(host);
    const who = options.username === undefined ? {} : { username: options.username };
    const kept = await keeper.add(host, { ...recordFrom(state, origin), ...who }, options.replace === true);
    sayKept(cli, kept, options);
    return 0;
  });
}

function listAll(cli: Cli, options: JsonOption): Promise<ExitCode> {
  return withKeeper(cli, options, async (keeper) => {
    const identities = await keeper.list();
    if (options.json === true) cli.terminal.json(identities);
    else if (identities.length === 0) cli.terminal.out(`No identities in the vault (${keeper.backend}).`);
    for (const line of options.json === true ? [] : table(identities.map(lineOf))) cli.terminal.out(line);
    return 0;
  });
}

function removeOne(cli: Cli, text: string, options: JsonOption): Promise<ExitCode> {
  return withKeeper(cli, options, async (keeper) => {
    const { host } = keeper.readHost(text);
    const removed = await keeper.remove(host);
    if (options.json === true) cli.terminal.json({ host, removed });
    else cli.terminal.out(removed ? `Removed: ${host}` : `There is no identity for ${host}.`);
    return removed ? 0 : 1;
  });
}

function testIt(cli: Cli, text: string | undefined, options: JsonOption): Promise<ExitCode> {
  return withKeeper(cli, options, async (keeper) => {
    const host = text === undefined ? undefined : keeper.readHost(text).host;
    const one = host === undefined ? undefined : await keeper.read(host);
    const identities = host === undefined ? await keeper.list() : one === undefined ? [] : [one];
    const { terminal } = cli;
    if (options.json === true) terminal.json({ backend: keeper.backend, identities });
    else {
      terminal.out(`The vault (${keeper.backend}) answers.`);
      if (host !== undefined && one === undefined) terminal.out(`There is no identity for ${host}.`);
      for (const identity of identities) {
        const state = identity.problem === undefined ? terminal.paint('green', 'ok  ') : terminal.paint('red', 'fail');
        terminal.out(`${state}  ${lineOf(identity).join('  ')}`);
      }
    }
    const missing = host !== undefined && one === undefined;
    return missing || identities.some(({ problem }) => problem !== undefined) ? 1 : 0;
  });
}
