import { randomBytes } from 'node:crypto';
import { openWorkspace } from '../../config/index.js';
import { withoutAdvice } from '../address-person.js';
import { printable } from '../terminal.js';
import type { Check, Finding } from './check.js';

/** Found, and really started as a server would start it: only that shows whether sandbox and jail work. */
export const checkBrowser: Check = async ({ loaded }) => {
  if (loaded === undefined) return [];
  const name = 'browser';
  const workspace = openWorkspace(loaded.workspace);
  const run = `doctor-${randomBytes(4).toString('hex')}`;
  const { tryBrowser } = await import('../../app.js');
  const beganAt = Date.now();
  try {
    const place = { runFolder: workspace.runFolder(run), browsersFolders: [workspace.browsers] };
    const seen = await tryBrowser(loaded, place);
    if ('problem' in seen) {
      const { what, next, isWanted = false } = seen.remedy;
      if (isWanted) return [{ name, status: 'ok', says: what }];
      const problem = withoutAdvice(printable(seen.problem)).replace(/\.$/u, '');
      const says = [what, problem].filter((part) => part !== '').join(': ');
      return [{ name, status: 'fail', says: `${says}; next: ${next}` }];
    }
    const { version, path, how, verb, sandbox, jail, warnings, notes = [] } = seen;
    const took = `${verb} in ${String(Date.now() - beganAt)} ms`;
    return [
      { name, status: 'ok', says: `Chromium ${version} at ${path} (${how}), ${took}` },
      wall('sandbox', sandbox),
      wall('jail', jail),
      ...warnings.map((line): Finding => ({ name, status: 'warn', says: printable(line) })),
      ...notes.map(({ isFlaw, says }): Finding => ({
        name: 'relay',
        status: isFlaw ? 'warn' : 'ok',
        says: printable(says),
      })),
    ];
  } finally {
    workspace.releaseRun(run);
  }
};

function wall(name: string, { on, why }: { readonly on: boolean; readonly why: string }): Finding {
  return { name, status: on ? 'ok' : 'warn', says: `${on ? 'on' : 'off'}: ${printable(why)}` };
}
