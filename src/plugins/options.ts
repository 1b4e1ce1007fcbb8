import { z } from 'zod';
import { PLUGIN_CAPABILITIES } from '../core/index.js';

const MAX_PLUGINS = 20;

export const pluginsOption = z
  .array(
    z.strictObject({
      path: z.string().min(1).describe("The plugin's folder, with its `gatewright-plugin.json`."),
      capabilities: z
        .array(z.enum(PLUGIN_CAPABILITIES))
        .describe('What it may use of the browser, at most; each must be among `capabilities` too.'),
    }),
  )
  .max(MAX_PLUGINS)
  .default([]);

export type PluginOptions = z.output<typeof pluginsOption>;
