import { randomBytes } from 'node:crypto';
import { openWorkspace } from '../../config/index.js';
import { Failure } from '../../core/index.js';
import { printable } from '../terminal.js';
import type { Check } from './check.js';

/** Each plugin, really started as a server would start it: only that shows whether it starts in its sandbox. */
export const checkPlugins: Check = async ({ loaded }) => {
  if (loaded === undefined || loaded.config.plugins.length === 0) return [];
  const name = 'plugins';
  const workspace = openWorkspace(loaded.workspace);
  const id = `doctor-${randomBytes(4).toString('hex')}`;
  const { describePlugin, startPlugins } = await import('../../app.js');
  const silent = (): void => undefined;
  const nothing = { record: { note: silent }, log: silent, refused: () => Promise.resolve() };
  try {
    const plugins = await startPlugins(loaded, workspace, { id, ...nothing });
    plugins?.close();
    return (plugins?.installed ?? []).map((plugin) => ({ name, status: 'ok', says: describePlugin(plugin) }));
  } catch (error) {
    const why = error instanceof Failure ? error.hint : undefined;
    return [{ name, status: 'fail', says: printable(why ?? 'they cannot be started') }];
  } finally {
    workspace.releaseRun(id);
  }
};
