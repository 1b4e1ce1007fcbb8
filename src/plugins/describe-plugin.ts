import type { InstalledPlugin } from '../core/index.js';

/** For the boot line and doctor: `board 1.0.0 may use canvas; its tools: board.shapes`. */
export function describePlugin({ namespace, version, capabilities, tools }: InstalledPlugin): string {
  const named = tools.map(({ name }) => `${namespace}.${name}`).join(', ');
  return `${namespace} ${version} may use ${capabilities.join(', ') || 'nothing of the browser'}; its tools: ${named}`;
}
