import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openWorkspace } from '../../config/index.js';
import type { Loaded } from '../../config/index.js';
import type { CapturedState, KeptIdentity, VaultKeeper } from '../../house.js';
import { Failure, ownCommand } from '../../core/index.js';
import { withFlags } from '../add-flags.js';
import { checkScreen } from '../check-screen.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { askLine } from '../prompt.js';
import { printable, table } from '../terminal.js';
import { originIn, readStorageState, recordFrom } from './vault-import.js';
import { readNewIdentity } from './vault-input.js';
import type { AddOptions } from './vault-input.js';

interface JsonOption {
  readonly json?: boolean;
}

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
    .description('open a window in which you sign in, and keep cookies and storage as the identity')
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

type Act = (keeper: VaultKeeper) => Promise<ExitCode>;

async function withKeeper(cli: Cli, options: object, act: Act): Promise<ExitCode> {
  const { config, workspace, environment } = await cli.load(options);
  const { createVaultKeeper } = await import('../../house.js');
  const folder = join(openWorkspace(workspace).root, 'vault');
  const keeper = createVaultKeeper(config.vault, { folder, environment });
  try {
    return await act(keeper);
  } finally {
    keeper.close();
  }
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
  if (replace === true || !process.stdin.isTTY || (await keeper.look(host)) === undefined) return replace === true;
  const answer = await askLine(`${host} has an identity already. Replace it? [y/N] `);
  if (/^y(?:es)?$/iu.test(answer)) return true;
  throw new Failure('config.invalid', `${host} has an identity already, which was kept`);
}

function sayKept(cli: Cli, kept: KeptIdentity, { json }: JsonOption): void {
  if (json === true) cli.terminal.json(kept);
  else cli.terminal.out(`Kept: ${lineOf(kept).join('  ')}`);
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

/** The person signs in by themselves, in a browser of ours: nobody has to copy a cookie by hand. */
async function captureOne(cli: Cli, text: string, options: AddOptions & JsonOption): Promise<ExitCode> {
  const configured = await cli.load(options);
  return withKeeper(cli, options, async (keeper) => {
    const { host, origin } = keeper.readHost(text);
    keeper.checkWritable(host);
    const loaded = await openedFor(configured, origin);
    checkScreen(loaded.environment, `run it where there is one, or keep a record with ${ownCommand('vault add')}`);
    if (options.replace !== true && (await keeper.look(host)) !== undefined) {
      throw new Failure('config.invalid', `${host} has an identity already; --replace puts this one in its place`);
    }
    const { captureIdentity } = await import('../../house.js');
    const workspace = openWorkspace(loaded.workspace);
    const run = `capture-${randomBytes(4).toString('hex')}`;
    const place = {
      runFolder: workspace.runFolder(run),
      browsersFolders: [workspace.browsers],
      log: (line: string) => {
        cli.terminal.err(printable(line));
      },
    };
    try {
      const state = await captureIdentity(loaded, place, origin, async () => {
        await askLine(`Sign in at ${origin} in the window, leave it open, and press Enter here. `);
      });
      refuseEmpty(state, origin);
      const who = options.username === undefined ? {} : { username: options.username };
      const kept = await keeper.add(host, { origins: [origin], ...who, ...state }, options.replace === true);
      sayKept(cli, kept, options);
      return 0;
    } finally {
      workspace.releaseRun(run);
    }
  });
}

/** Said before the vault says it in its own words: whoever pressed Enter too early must learn just that. */
function refuseEmpty({ cookies, localStorage, sessionStorage }: CapturedState, origin: string): void {
  const kept = cookies.length + Object.keys(localStorage).length + Object.keys(sessionStorage).length;
  if (kept > 0) return;
  throw new Failure(
    'vault.bad-record',
    `you were not signed in at ${origin}: it has set no cookie and stored nothing, so nothing was kept. Run it again, sign in, and press Enter when the page shows that you are`,
  );
}

/** Policy is asked before a window is opened. Who types a port of this machine here means it. */
async function openedFor(loaded: Loaded, origin: string): Promise<Loaded> {
  const { explainFor } = await import('../../house.js');
  const { verdict, reason, hint } = await explainFor(loaded, { url: origin });
  if (verdict === 'deny') {
    const next = hint === undefined ? '' : `. ${hint}`;
    throw new Failure('config.invalid', `policy does not let a browser open ${origin}: ${reason}${next}`);
  }
  const { config } = loaded;
  const { network } = config;
  const { host, hostname, port } = new URL(origin);
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname)) return loaded;
  const entry = port === '' ? `${host}:${origin.startsWith('https:') ? '443' : '80'}` : host;
  return {
    ...loaded,
    config: { ...config, network: { ...network, unsafeAllowPrivate: [...network.unsafeAllowPrivate, entry] } },
  };
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
    const one = host === undefined ? undefined : await keeper.look(host);
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

function lineOf({ host, username, origins, holds, problem }: KeptIdentity): string[] {
  const insecure = origins.some((origin) => origin.startsWith('http://')) ? ' (sent without encryption)' : '';
  return [host, username ?? '-', `${origins.join(', ')}${insecure}`, problem ?? holds.join(', ')].map((cell) =>
    printable(cell),
  );
}
