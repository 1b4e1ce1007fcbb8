import { Failure } from '../core/index.js';
import type { Call, CallPlugins, Json } from '../core/index.js';
import { createMask, renderData } from '../masking/index.js';
import type { PathDeps } from './path-deps.js';

/**
 * Plugins for one call. Whatever a port answers is masked before the plugin reads it: the exit masks what comes back, but
 * a plugin could return a secret in a spelling of its own.
 */
export function pluginsFor({ plugins, secrets }: PathDeps, { scope }: Call, signal: AbortSignal): CallPlugins {
  return {
    call: (call, answer) => {
      if (plugins === undefined) throw new Failure('internal.fault', 'there are no plugins');
      const masked = async (port: string, args: Parameters<typeof answer>[1]): Promise<Json> => {
        const given = await answer(port, args);
        const shown = renderData({ value: given }, createMask(secrets.maskedIn(scope)))['value'];
        if (shown === undefined) throw new Failure('page.secret-shown');
        return shown;
      };
      return plugins.call(scope, call, masked, signal);
    },
  };
}
