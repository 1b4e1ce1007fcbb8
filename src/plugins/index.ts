import { Failure } from '../core/index.js';
import type { Plugins, Record } from '../core/index.js';
import { describePlugin } from './describe-plugin.js';
import type { PluginOptions } from './options.js';
import { PluginPool } from './plugin-pool.js';
import { readPlugins } from './read-plugin.js';
import type { ReadPlace } from './read-plugin.js';
import { planSandbox, thisMachine } from './sandbox-plan.js';

export interface PluginDeps extends ReadPlace {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly log: (line: string) => void;
  readonly record: Pick<Record, 'note'>;
}

/** Reads, checks and starts every plugin once. Undefined: there is none. Throws `config.invalid` with what to do. */
export async function createPlugins(options: PluginOptions, deps: PluginDeps): Promise<Plugins | undefined> {
  if (options.length === 0) return undefined;
  const plugins = readPlugins(options, deps);
  const plan = planSandbox(thisMachine(deps.environment));
  if (plan.kind === 'none') throw new Failure('config.invalid', `plugins: ${plan.why}`);
  const pool = new PluginPool({
    plugins,
    commandFor: ({ folder, main }) => plan.command(folder, main),
    onFault: (namespace, why) => {
      deps.log(`plugin ${namespace}: ended, because ${why}`);
      deps.record.note({ event: 'plugin', facts: { plugin: namespace, ended: why } });
    },
  });
  try {
    await pool.start();
  } catch (error) {
    pool.close();
    throw error;
  }
  for (const plugin of plugins) {
    deps.log(`plugin: ${describePlugin(plugin)}`);
    const { namespace, version, sha256, capabilities, tools } = plugin;
    const facts = { plugin: namespace, version, sha256, capabilities, tools: tools.map(({ name }) => name) };
    deps.record.note({ event: 'plugin', facts });
  }
  return pool;
}
