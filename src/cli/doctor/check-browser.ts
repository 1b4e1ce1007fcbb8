import { randomBytes } from 'node:crypto';
import { openWorkspace } from '../../config/index.js';
import { printable } from '../terminal.js';
import type { Check } from './check.js';

/** Found, and really started as a server would start it: nothing else tells whether its sandbox works. */
export const checkBrowser: Check = async ({ loaded, env }) => {
  if (loaded === undefined) return [];
  const name = 'browser';
  const workspace = openWorkspace(loaded.workspace);
  const run = `doctor-${randomBytes(4).toString('hex')}`;
  const { describeBrowser } = await import('../../house.js');
  const beganAt = Date.now();
  try {
    const seen = await describeBrowser({
      options: loaded.config.browser,
      runFolder: workspace.runFolder(run),
      browsersFolders: [workspace.browsers],
      environment: env,
    });
    if ('problem' in seen) {
      const [what, next] =
        seen.path === undefined
          ? ['none was found', 'gatewright install-browser']
          : [`${seen.path} does not start`, 'gatewright install-browser, or choose another with --executable-path'];
      return [
        {
          name,
          status: 'fail',
          says: `${[what, printable(seen.problem)].filter((part) => part !== '').join(': ')}; next: ${next}`,
        },
      ];
    }
    const { version, path, how, sandbox, why } = seen;
    const took = `started in ${String(Date.now() - beganAt)} ms`;
    return [
      { name, status: 'ok', says: `Chromium ${version} at ${path} (${how}), ${took}` },
      { name: 'sandbox', status: sandbox ? 'ok' : 'warn', says: `${sandbox ? 'on' : 'off'}: ${why}` },
    ];
  } finally {
    workspace.releaseRun(run);
  }
};
