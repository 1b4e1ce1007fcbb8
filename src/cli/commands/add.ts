import type { Command } from 'commander';
import { addToken, listTokens, openWorkspace, revokeToken } from '../../config/index.js';
import type { Loaded } from '../../config/index.js';
import { Failure, ownCommand } from '../../core/index.js';
import type { JsonObject } from '../../core/index.js';
import { withEntryFlags, withWorkspaceFlags } from '../add-flags.js';
import { checkStart } from '../check-start.js';
import type { Cli } from '../cli.js';
import { entryText, removeEntry, shownEntry, writeEntry } from '../clients/client-entry.js';
import { CLIENT_NAMES, clientNamed, clientFileOf } from '../clients/clients.js';
import type { McpClient } from '../clients/clients.js';
import { readOrNothing } from '../clients/replace-file.js';
import type { ExitCode } from '../report-error.js';

interface AddOptions {
  readonly http?: string | true;
  readonly print?: boolean;
  readonly json?: boolean;
}

interface Removed {
  readonly json?: boolean;
}

/** `add` and `remove`: the entry of an MCP client, in its own file, for every project of this user. */
export function addClientEntries(program: Command, cli: Cli): void {
  const names = CLIENT_NAMES.join(', ');
  withEntryFlags(program.command('add <client>'))
    .description(`writes Gatewright into the configuration of an MCP client: ${names}`)
    .option('--http [host:port]', 'reach a server that "serve" runs, with a token of its own, instead of starting one')
    .option('--print', 'show the entry and write nothing')
    .option('--json', 'print { client, file, transport, changed }')
    .action(cli.run((client: string, options: AddOptions) => add(cli, clientNamed(client), options)));
  withWorkspaceFlags(program.command('remove <client>'))
    .description('takes the entry out again, and revokes its token')
    .option('--json', 'print { client, file, removed, revoked }')
    .action(cli.run((client: string, options: Removed) => remove(cli, clientNamed(client), options)));
}

async function add(cli: Cli, client: McpClient, { http, print, json, ...flags }: AddOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const loaded = await cli.load(typeof http === 'string' ? { ...flags, http } : flags);
  checkStart(loaded);
  const file = client.file(clientFileOf(cli.env));
  const transport = http === undefined ? 'stdio' : 'http';
  const entry =
    http === undefined ? stdioEntry(cli, client, loaded, flags) : httpEntry(client, loaded, flags, print === true);
  if (print === true) {
    if (json === true) terminal.json({ client: client.name, file, transport, entry });
    else terminal.out(shownEntry(client, entry));
    terminal.err(`It belongs into ${file}.`);
    if (http !== undefined)
      terminal.err(
        `In the place of <TOKEN> put what is in the file that this makes: ${ownCommand(`token add ${client.name}`)}`,
      );
    return 0;
  }
  const before = entryText(client, file);
  const changed = writeEntry(client, file, entry, http !== undefined);
  if (http === undefined) revokeIfUsed(loaded, client, before);
  if (json === true) terminal.json({ client: client.name, file, transport, changed });
  else {
    const done = changed ? (before === '' ? 'Added to' : 'Replaced in') : 'It is there already, in';
    terminal.out(`${done} ${client.title}: ${file}`);
    terminal.out(client.next);
    if (http !== undefined) terminal.out(`The server has to be running: ${ownCommand('serve')}`);
    terminal.out(`To take it out: ${ownCommand(`remove ${client.name}`)}`);
  }
  return 0;
}

function stdioEntry(cli: Cli, client: McpClient, loaded: Loaded, flags: object): JsonObject {
  const [command = '', ...args] = [...cli.start, ...cli.sameFlags(loaded, flags)];
  return client.stdio({ command, args });
}

/** With a token of the client's own, so that the record names it and it can be revoked alone. */
function httpEntry(client: McpClient, loaded: Loaded, flags: object, isShown: boolean): JsonObject {
  const { config } = loaded;
  if (client.http === undefined)
    throw new Failure('config.invalid', `${client.title} starts its servers itself; leave out --http`);
  const [flag] = Object.keys(flags).filter((key) => !['workspace', 'config', 'debug'].includes(key));
  if (flag !== undefined) {
    const typed = `--${flag.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new Failure('config.invalid', `${typed}: over HTTP it is for the server: ${ownCommand(`serve ${typed} …`)}`);
  }
  if (config.http.port === 0) throw new Failure('config.invalid', 'http.port: a client needs a port that stays');
  if (Object.hasOwn(config.teams, client.name))
    throw new Failure('config.invalid', `teams.${client.name}: a team has the name of this client; rename the team`);
  const workspace = openWorkspace(loaded.workspace);
  const known = listTokens(workspace, {}).find(({ name }) => name === client.name)?.path;
  const path = known ?? (isShown ? undefined : addToken(workspace, client.name));
  const { host, port } = config.http;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}/mcp`;
  const token = isShown || path === undefined ? '<TOKEN>' : (readOrNothing(path) ?? '').trim();
  return client.http({ url, headers: { Authorization: `Bearer ${token}` } });
}

async function remove(cli: Cli, client: McpClient, { json, ...flags }: Removed): Promise<ExitCode> {
  const { terminal } = cli;
  const file = client.file(clientFileOf(cli.env));
  const before = entryText(client, file);
  const removed = removeEntry(client, file);
  const revoked = revokeIfUsed({ workspace: cli.workspace(flags).root }, client, before);
  if (json === true) terminal.json({ client: client.name, file, removed, revoked });
  else if (!removed) terminal.err(`${client.title} has no entry of Gatewright: ${file}`);
  else terminal.out(`Removed from ${client.title}: ${file}${revoked ? '. Its token is revoked.' : ''}`);
  return Promise.resolve(removed ? 0 : 1);
}

/** A token of this name that the entry does not hold is somebody else's. */
function revokeIfUsed({ workspace: root }: Pick<Loaded, 'workspace'>, client: McpClient, entry: string): boolean {
  const workspace = openWorkspace(root);
  const path = listTokens(workspace, {}).find(({ name }) => name === client.name)?.path;
  const token = path === undefined ? '' : (readOrNothing(path) ?? '').trim();
  if (token === '' || !entry.includes(`Bearer ${token}`)) return false;
  revokeToken(workspace, client.name);
  return true;
}
