import { join } from 'node:path';
import { openWorkspace } from '../config/index.js';
import type { KeptIdentity, VaultKeeper } from '../app.js';
import type { Cli } from './cli.js';
import type { ExitCode } from './report-error.js';
import { printable } from './terminal.js';

export interface JsonOption {
  readonly json?: boolean;
}

type Act = (keeper: VaultKeeper) => Promise<ExitCode>;

export async function withKeeper(cli: Cli, options: object, act: Act): Promise<ExitCode> {
  const { config, workspace, environment } = await cli.load(options);
  const { createVaultKeeper } = await import('../app.js');
  const folder = join(openWorkspace(workspace).root, 'vault');
  const keeper = createVaultKeeper(config.vault, { folder, environment });
  try {
    return await act(keeper);
  } finally {
    keeper.close();
  }
}

export function sayKept(cli: Cli, kept: KeptIdentity, { json }: JsonOption): void {
  if (json === true) cli.terminal.json(kept);
  else cli.terminal.out(`Kept: ${lineOf(kept).join('  ')}`);
  if (json !== true && kept.notice !== undefined) cli.terminal.err(`Note: ${kept.notice}.`);
}

export function lineOf({ host, username, origins, holds, problem }: KeptIdentity): string[] {
  const insecure = origins.some((origin) => origin.startsWith('http://')) ? ' (sent without encryption)' : '';
  return [host, username ?? '-', `${origins.join(', ')}${insecure}`, problem ?? holds.join(', ')].map((cell) =>
    printable(cell),
  );
}
