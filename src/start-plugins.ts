import { join } from 'node:path';
import type { Loaded, Workspace } from './config/index.js';
import type { Plugins, Record } from './core/index.js';
import { TOOLS } from './tools/index.js';

interface StartDeps {
  /** Of the run whose folder holds the copies. */
  readonly id: string;
  readonly log: (line: string) => void;
  readonly record: Pick<Record, 'note'>;
  /** Nothing will come of this start. */
  readonly refused: () => Promise<void>;
}

/** Undefined, and nothing is loaded, where the configuration names none. */
export async function startPlugins(
  { config, environment }: Loaded,
  workspace: Workspace,
  { id, log, record, refused }: StartDeps,
): Promise<Plugins | undefined> {
  if (config.plugins.length === 0) return undefined;
  const { createPlugins } = await import('./plugins/index.js');
  try {
    return await createPlugins(config.plugins, {
      ...{ capabilities: config.capabilities, environment, log, record },
      ownTools: TOOLS.map(({ name }) => name),
      workspace: workspace.root,
      copies: join(workspace.runFolder(id), 'plugins'),
    });
  } catch (error) {
    await refused();
    workspace.releaseRun(id);
    throw error;
  }
}
