import { checkConfig } from '../../config/index.js';
import type { Loaded, Workspace } from '../../config/index.js';
import { Failure } from '../../core/index.js';
import { terminalUser } from '../answer-question.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { endChrome } from './end-chrome.js';
import { readChromeState } from './chrome-state.js';
import { forgetRunning } from './running-chrome.js';
import { elsewhereLine } from './status-command.js';

export async function stopCommand(cli: Cli, options: { readonly json?: boolean }): Promise<ExitCode> {
  const { terminal } = cli;
  const workspace = cli.workspace(options);
  const seen = await readChromeState(workspace);
  if (seen.kind === 'none') {
    if (options.json === true) terminal.json({ stopped: false });
    else terminal.out('No Chrome of this workspace was running.');
    return 0;
  }
  if (seen.kind === 'elsewhere') {
    terminal.err(elsewhereLine(workspace, seen.running));
    return 1;
  }
  const { pid, port, insecure } = seen.running;
  if (!(await endChrome(seen.running))) {
    terminal.err(`It does not end (pid ${String(pid)}); end it by hand, as the user who started it.`);
    return 1;
  }
  forgetRunning(workspace, seen.running);
  if (options.json === true) terminal.json({ stopped: true, pid, port });
  else terminal.out(`Stopped (port ${String(port)}). What you are signed in to is kept for the next start.`);
  const { onRecord } = await import('../../app.js');
  await onRecord(await loadedOrDefaults(cli, options, workspace), terminal.err, (note) => {
    note({ event: 'chrome.stopped', facts: { port, insecure, by: terminalUser() } });
    return Promise.resolve();
  });
  return 0;
}

/** A brake works while the configuration is broken, and that it was pulled is on the record all the same. */
async function loadedOrDefaults(cli: Cli, options: object, { root, configFile }: Workspace): Promise<Loaded> {
  try {
    return await cli.load(options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const defaults = checkConfig({ raw: undefined, file: configFile, settings: [], cwd: root });
    return { ...defaults, workspace: root, environment: cli.env };
  }
}
