import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * @param {string} server the built command
 * @param {readonly string[]} flags beside those that every bench needs
 * @param {string} settings lines of gatewright.yaml beside those that every bench needs
 * @returns {import('../types.js').Contestant}
 */
export function gatewright(server, flags = [], settings = '') {
  return {
    id: 'us',
    label: 'gatewright',
    async prepare({ executablePath, siteHost, folder, runFolder, isLong }) {
      // A user's workspace is the same at each start; it says whether this browser has passed its self-test before.
      const workspace = join(isLong ? folder : runFolder, 'workspace');
      await mkdir(workspace, { recursive: true, mode: 0o700 });
      // A session normally ends after 100 actions; a bench makes more.
      const config = 'version: 1\nsessions: { timeoutSeconds: 3600, idleSeconds: 3600, maxActions: 1000000 }\n';
      if (isLong || settings !== '')
        await writeFile(join(workspace, 'gatewright.yaml'), config + settings, { mode: 0o600 });
      return {
        args: [resolve(server), '--allow-private', siteHost, '--executable-path', executablePath, ...flags],
        env: { GATEWRIGHT_WORKSPACE: workspace },
      };
    },
    navigate: (url) => ({ name: 'browser_navigate', arguments: { url, snapshot: 'none' } }),
    navigateAndLook: (url) => ({ name: 'browser_navigate', arguments: { url } }),
    snapshot: () => ({ name: 'browser_snapshot', arguments: {} }),
    click: (ref) => ({ name: 'browser_click', arguments: { ref } }),
    screenshot: () => ({ name: 'browser_screenshot', arguments: {} }),
    refOfButton: (snapshot, name) => new RegExp(`button "${name}".*?\\[ref=(\\w+)\\]`, 'u').exec(snapshot)?.[1],
    isFailureText: () => false,
  };
}

/** Passes every gate and makes every record, and needs nothing of the browser. */
export const GUARDED_CALL = { name: 'list_named_refs', arguments: {} };

/** @param {string} query */
export const findCall = (query) => ({ name: 'browser_find', arguments: { query, limit: 100 } });

/** @param {string} ref */
export const hoverCall = (ref) => ({ name: 'browser_hover', arguments: { ref } });
