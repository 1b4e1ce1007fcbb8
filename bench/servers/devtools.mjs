import { join } from 'node:path';
import { QUIET_FLAGS } from './chromium-flags.mjs';

// A browser of one's own has one page, and its number is 1.
const pageId = 1;

/**
 * @param {string} modules
 * @param {readonly string[]} more arguments beside those that every bench needs
 * @returns {import('../types.js').Contestant}
 */
export function devtools(modules, more = []) {
  return {
    id: 'devtools',
    label: 'chrome-devtools-mcp',
    async prepare({ executablePath, isRoot }) {
      const args = [join(modules, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js')];
      args.push('--headless', '--isolated', '--executablePath', executablePath, '--viewport', '1280x720');
      args.push('--no-usage-statistics', '--no-performance-crux');
      const flags = isRoot ? [...QUIET_FLAGS, '--no-sandbox'] : QUIET_FLAGS;
      return {
        args: [...args, ...more, ...flags.map((flag) => `--chromeArg=${flag}`)],
        env: { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1', CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: '1' },
      };
    },
    navigate: (url) => ({ name: 'navigate_page', arguments: { pageId, type: 'url', url } }),
    snapshot: () => ({ name: 'take_snapshot', arguments: { pageId } }),
    click: (uid) => ({ name: 'click', arguments: { pageId, uid } }),
    screenshot: () => ({ name: 'take_screenshot', arguments: { pageId } }),
    refOfButton: (snapshot, name) => new RegExp(`uid=(\\S+) button "${name}"`, 'u').exec(snapshot)?.[1],
    isFailureText: (text) => /^(Unable to|Failed|Error)/u.test(text),
  };
}
