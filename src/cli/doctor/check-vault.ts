import { join } from 'node:path';
import { openWorkspace } from '../../config/index.js';
import { Failure, ownCommand } from '../../core/index.js';
import { printable } from '../terminal.js';
import type { Check } from './check.js';

export const checkVault: Check = async ({ loaded }) => {
  if (loaded === undefined) return [];
  const name = 'vault';
  const { config, workspace, environment } = loaded;
  const { createVaultKeeper } = await import('../../app.js');
  try {
    const folder = join(openWorkspace(workspace).root, 'vault');
    const keeper = createVaultKeeper(config.vault, { folder, environment });
    const identities = await keeper.list().finally(() => {
      keeper.close();
    });
    const broken = identities.filter(({ problem }) => problem !== undefined).map(({ host }) => host);
    const count = `${config.vault.backend}, ${String(identities.length)} ${identities.length === 1 ? 'identity' : 'identities'}`;
    if (broken.length === 0) return [{ name, status: 'ok', says: count }];
    const says = printable(`${count}; these cannot be used: ${broken.join(', ')}; next: ${ownCommand('vault test')}`);
    return [{ name, status: 'fail', says }];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const next = `next: ${ownCommand('vault test')}`;
    // Reading by host needs no leave to list.
    const status = error.code === 'vault.denied' && config.vault.backend === 'hashicorp' ? 'warn' : 'fail';
    return [{ name, status, says: `${config.vault.backend}: ${error.code}: ${error.hint ?? ''}; ${next}` }];
  }
};
