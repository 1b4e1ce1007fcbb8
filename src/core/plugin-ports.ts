/** What a plugin can be given, by the capability that the operator grants it. A capability that is not here has no port. */
export const PLUGIN_PORTS = {
  read: ['page.text', 'page.snapshot', 'page.find'],
  canvas: ['canvas.state', 'canvas.transform'],
  action: ['page.click', 'page.type'],
} as const;

export type PluginCapability = keyof typeof PLUGIN_PORTS;
export type PluginPort = (typeof PLUGIN_PORTS)[PluginCapability][number];

export const PLUGIN_CAPABILITIES: readonly [PluginCapability, ...PluginCapability[]] = ['read', 'canvas', 'action'];
