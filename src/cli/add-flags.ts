import type { Command } from 'commander';
import { SERVER_FLAGS, WORKSPACE_FLAGS } from './server-flags.js';
import type { ServerOptions } from './server-flags.js';

export function withServerFlags(command: Command): Command {
  return addFlags(command, SERVER_FLAGS);
}

/** What goes into a client's entry: everything but where to listen, which the entry has no use for. */
export function withEntryFlags(command: Command): Command {
  return addFlags(
    command,
    SERVER_FLAGS.filter(({ key }) => key !== 'http'),
  );
}

/** The flags that this command heeds, and --config, --workspace and --debug: one that it would ignore is refused. */
export function withFlags(command: Command, ...keys: readonly (keyof ServerOptions)[]): Command {
  const wanted = new Set<keyof ServerOptions>([...keys, 'config', 'workspace', 'debug']);
  return addFlags(
    command,
    SERVER_FLAGS.filter(({ key }) => wanted.has(key)),
  );
}

export function withWorkspaceFlags(command: Command): Command {
  return addFlags(command, WORKSPACE_FLAGS);
}

/** Of the workspace, and the file that is read in place of its configuration. */
export function withConfigFlags(command: Command): Command {
  return withWorkspaceFlags(command).option('--config <file>', 'instead of gatewright.yaml in the workspace');
}

function addFlags(command: Command, rows: typeof SERVER_FLAGS): Command {
  for (const { flag, value, takes, says } of rows) {
    if (takes === 'nothing') command.option(flag, says);
    else if (takes === 'one') command.option(`${flag} <${value ?? 'value'}>`, says);
    else command.option(`${flag} <${value ?? 'values'}>`, says, collect);
  }
  return command;
}

/** A list flag may be given several times; each value may hold several by comma. */
function collect(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}
