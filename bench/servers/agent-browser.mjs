import { join } from 'node:path';
import { QUIET_FLAGS } from './chromium-flags.mjs';

/**
 * A native program with a launcher in JavaScript; it reads its settings from the environment. Its boundaries around page
 * text are on, which they are not by default.
 *
 * @param {string} modules
 * @returns {import('../types.js').Contestant}
 */
export function agentBrowser(modules) {
  return {
    id: 'agent-browser',
    label: 'agent-browser',
    async prepare({ executablePath, isRoot, folder }) {
      const flags = isRoot ? [...QUIET_FLAGS, '--no-sandbox'] : QUIET_FLAGS;
      return {
        args: [join(modules, 'agent-browser/bin/agent-browser.js'), 'mcp', '--tools', 'core,debug,tabs,webmcp'],
        env: {
          AGENT_BROWSER_EXECUTABLE_PATH: executablePath,
          // Flags hold commas, so that lines part them.
          AGENT_BROWSER_ARGS: [...flags, '--window-size=1280,720'].join('\n'),
          AGENT_BROWSER_SOCKET_DIR: folder,
          AGENT_BROWSER_CONTENT_BOUNDARIES: '1',
        },
      };
    },
    navigate: (url) => ({ name: 'agent_browser_open', arguments: { url } }),
    snapshot: () => ({ name: 'agent_browser_snapshot', arguments: {} }),
    click: (ref) => ({ name: 'agent_browser_click', arguments: { selector: `@${ref}` } }),
    screenshot: () => ({ name: 'agent_browser_screenshot', arguments: {} }),
    leave: () => ({ name: 'agent_browser_close', arguments: {} }),
    refOfButton: (snapshot, name) => new RegExp(`button "${name}".*?ref=(\\w+)`, 'u').exec(snapshot)?.[1],
    isFailureText: (text) => text.startsWith('✗'),
  };
}
