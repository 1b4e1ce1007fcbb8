import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUIET_FLAGS } from './chromium-flags.mjs';

/**
 * As its users have it: its navigation and its click also write a snapshot to a file, and answer with the file's name.
 *
 * @param {string} modules
 * @param {readonly string[]} flags of Chromium, beside those that every bench needs
 * @returns {import('../types.js').Contestant}
 */
export function playwright(modules, flags = []) {
  return {
    id: 'playwright',
    label: 'playwright-mcp',
    async prepare({ executablePath, isRoot, folder }) {
      const config = join(folder, 'config.json');
      await writeFile(config, JSON.stringify({ browser: { launchOptions: { args: [...QUIET_FLAGS, ...flags] } } }));
      const args = [join(modules, '@playwright/mcp/cli.js'), '--config', config, '--headless', '--isolated'];
      args.push('--executable-path', executablePath, '--viewport-size', '1280x720');
      return { args: isRoot ? [...args, '--no-sandbox'] : args, env: {} };
    },
    navigate: (url) => ({ name: 'browser_navigate', arguments: { url } }),
    snapshot: () => ({ name: 'browser_snapshot', arguments: {} }),
    click: (target) => ({ name: 'browser_click', arguments: { target } }),
    screenshot: () => ({ name: 'browser_take_screenshot', arguments: { scale: 'css' } }),
    refOfButton: (snapshot, name) => new RegExp(`button "${name}".*?\\[ref=(\\w+)\\]`, 'u').exec(snapshot)?.[1],
    isFailureText: (text) => text.startsWith('### Error'),
  };
}
