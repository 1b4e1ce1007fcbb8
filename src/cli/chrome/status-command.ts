import { ownCommand } from '../../core/index.js';
import type { Workspace } from '../../config/index.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { printable, table } from '../terminal.js';
import { endpointOf } from './ask-port.js';
import type { PortAnswer } from './ask-port.js';
import { warningsAbout } from './chrome-lines.js';
import { readChromeState } from './chrome-state.js';
import { profileFolder, runningPath } from './running-chrome.js';
import type { RunningChrome } from './running-chrome.js';

export async function statusCommand(cli: Cli, options: { readonly json?: boolean }): Promise<ExitCode> {
  const { terminal } = cli;
  const workspace = cli.workspace(options);
  const seen = await readChromeState(workspace);
  if (seen.kind === 'none') {
    if (options.json === true) terminal.json({ running: false, cleared: seen.cleared });
    else terminal.out(`Not running.${seen.cleared ? ' What the last one left behind is cleared away.' : ''}`);
    return 1;
  }
  if (seen.kind === 'elsewhere') {
    if (options.json === true) terminal.json({ running: 'unknown', host: seen.running.host });
    else terminal.out(elsewhereLine(workspace, seen.running));
    return 1;
  }
  const { running, answer } = seen;
  const warnings = warningsAbout(running);
  for (const line of warnings) terminal.err(line);
  if (options.json === true) {
    terminal.json({
      running: true,
      answers: answer !== undefined,
      ...chromeFacts(workspace, running, answer),
      warnings,
    });
  } else {
    for (const line of statusLines(workspace, running, answer)) terminal.out(line);
  }
  return answer === undefined ? 1 : 0;
}

export function chromeFacts(workspace: Workspace, running: RunningChrome, answer: PortAnswer | undefined) {
  const { pid, port, insecure, headless, sandbox, startedAt } = running;
  const version = answer === undefined ? undefined : printable(answer.version, 100);
  const facts = { address: endpointOf(port), port, pid, version, startedAt, insecure, headless, sandbox };
  return { ...facts, profile: profileFolder(workspace, insecure) };
}

/** Its number means nothing here, so nothing is done to it from here. */
export function elsewhereLine(workspace: Workspace, { host }: RunningChrome): string {
  return `One was started on ${printable(host, 100)} or in another container, and cannot be seen from here: stop it there. If it is gone, remove ${runningPath(workspace)}`;
}

function statusLines(workspace: Workspace, running: RunningChrome, answer: PortAnswer | undefined): string[] {
  const facts = chromeFacts(workspace, running, answer);
  const silent = `does not answer; end it with: ${ownCommand('chrome stop')}`;
  return table([
    ['running', `pid ${String(facts.pid)}${facts.headless ? ', without a window' : ''}`],
    ['address', facts.address],
    ['version', facts.version ?? silent],
    ['since', facts.startedAt],
    ['profile', facts.profile],
    ['insecure', facts.insecure ? 'YES: the same-origin policy is off' : 'no'],
  ]);
}
