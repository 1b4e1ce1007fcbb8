import { openWorkspace } from '../../config/index.js';
import type { Loaded, Workspace } from '../../config/index.js';
import { Failure, ownCommand } from '../../core/index.js';
import { terminalUser } from '../answer-question.js';
import { checkScreen } from '../check-start.js';
import type { Cli } from '../cli.js';
import { findInstalledBrowser } from '../installed-browser.js';
import type { ExitCode } from '../report-error.js';
import { askPort, whyPortIsTaken } from './ask-port.js';
import { attachLines, warningsAbout } from './chrome-lines.js';
import type { ChromeWish } from './chrome-switches.js';
import { endChrome } from './end-chrome.js';
import { readChromeState } from './chrome-state.js';
import type { ChromeState } from './chrome-state.js';
import { forgetRunning } from './running-chrome.js';
import { startChrome } from './start-chrome.js';
import type { Start, StartedChrome } from './start-chrome.js';
import { elsewhereLine, chromeFacts } from './status-command.js';

export interface StartOptions {
  readonly port?: string;
  readonly headless?: boolean;
  readonly insecure?: boolean;
  readonly json?: boolean;
}

const DEFAULT_PORT = 9222;

export async function startCommand(cli: Cli, options: StartOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const loaded = await cli.load(options);
  const port = readPort(options.port);
  const workspace = openWorkspace(loaded.workspace);
  const wish: ChromeWish = {
    port: port ?? DEFAULT_PORT,
    insecure: options.insecure === true,
    headless: options.headless === true,
    sandbox: loaded.config.browser.sandbox !== 'off' && process.getuid?.() !== 0,
  };
  const seen = await readChromeState(workspace);
  if (seen.kind !== 'none') return besideOne(cli, options, { loaded, workspace, seen, port, insecure: wish.insecure });
  if (!wish.headless) checkScreen(cli.env, 'run it where there is one, or add --headless');
  const found = await whatToStart(loaded, wish, cli.env);
  if ('why' in found) {
    terminal.err(found.why);
    return 1;
  }
  const started = await startOnRecord(cli, loaded, workspace, found.path, wish);
  if ('why' in started) {
    terminal.err(`${found.path} did not come up: ${started.why}${started.words.length > 0 ? '. Its last words:' : ''}`);
    for (const line of started.words) terminal.err(`  ${line}`);
    return 1;
  }
  report(cli, options, loaded, workspace, { ...started, isNew: true });
  return 0;
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Failure('config.invalid', '--port: expected a number from 1 to 65535');
  return port;
}

interface Beside {
  readonly loaded: Loaded;
  readonly workspace: Workspace;
  readonly seen: Exclude<ChromeState, { readonly kind: 'none' }>;
  /** Undefined: the person did not say. */
  readonly port: number | undefined;
  readonly insecure: boolean;
}

/** Never a second one, and never another than was asked for passed off as it. */
function besideOne(cli: Cli, options: StartOptions, { seen, ...beside }: Beside): ExitCode {
  const { err } = cli.terminal;
  const { running } = seen;
  const first = `first end it with: ${ownCommand('chrome stop')}`;
  if (seen.kind === 'elsewhere') {
    err(elsewhereLine(beside.workspace, running));
    return 1;
  }
  if (running.insecure !== beside.insecure) {
    err(`One is running already, ${running.insecure ? 'with' : 'without'} --insecure; ${first}`);
    return 1;
  }
  if (beside.port !== undefined && beside.port !== running.port) {
    err(`One is running already, at port ${String(running.port)}; ${first}`);
    return 1;
  }
  if (seen.answer === undefined) {
    err(`One is running already (pid ${String(running.pid)}) and does not answer; ${first}`);
    return 1;
  }
  report(cli, options, beside.loaded, beside.workspace, { running, answer: seen.answer, isNew: false });
  return 0;
}

async function whatToStart(
  loaded: Loaded,
  { port, headless }: ChromeWish,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly path: string } | { readonly why: string }> {
  const { config } = loaded;
  if (config.browser.sandbox === 'on' && process.getuid?.() === 0) {
    return { why: "browser.sandbox is on, and as root Chromium's sandbox cannot work; run this as another user" };
  }
  const taken = await whyPortIsTaken(port);
  if (taken !== undefined) return { why: await portLine(port, taken) };
  // Without a window a lesser browser does; a person needs a whole one.
  const found = await findInstalledBrowser(
    { ...loaded, config: { ...config, browser: { ...config.browser, headless } } },
    env,
  );
  return 'path' in found ? found : { why: `No browser: ${found.why}; next: ${ownCommand('install-browser')}` };
}

async function portLine(port: number, taken: string): Promise<string> {
  const other = 'choose another with --port, for example --port 9333';
  if (taken !== 'EADDRINUSE') return `Port ${String(port)} cannot be used (${taken}); ${other}`;
  const who = (await askPort(port)) === undefined ? 'another program' : 'a browser that was not started from here';
  return `Port ${String(port)} is in use by ${who}; end that, or ${other}`;
}

/** No record, no browser. */
async function startOnRecord(
  { terminal, env }: Cli,
  loaded: Loaded,
  workspace: Workspace,
  path: string,
  wish: ChromeWish,
): Promise<Start> {
  const { onRecord } = await import('../../app.js');
  let started: Start | undefined;
  try {
    return await onRecord(loaded, terminal.err, async (note) => {
      started = await startChrome(workspace, path, wish, env);
      const { port, insecure } = wish;
      if ('running' in started) note({ event: 'chrome.started', facts: { port, insecure, by: terminalUser() } });
      return started;
    });
  } catch (error) {
    if (started !== undefined && 'running' in started) {
      await endChrome(started.running);
      forgetRunning(workspace, started.running);
    }
    throw error;
  }
}

function report(
  cli: Cli,
  options: StartOptions,
  loaded: Loaded,
  workspace: Workspace,
  { running, answer, isNew }: StartedChrome & { readonly isNew: boolean },
): void {
  const { terminal } = cli;
  const warnings = warningsAbout(running);
  for (const line of warnings) terminal.err(line);
  const facts = chromeFacts(workspace, running, answer);
  const attach = attachLines(running.port, loaded.config.capabilities, [
    ...cli.start,
    'serve',
    ...cli.sameFlags(loaded, { ...options, executablePath: undefined }),
  ]);
  if (options.json === true) {
    terminal.json({ started: isNew, ...facts, attach, warnings });
    return;
  }
  const window = facts.headless ? 'without a window' : 'in a window of its own';
  terminal.out(`${isNew ? 'Started' : 'Running already'}: ${facts.version ?? ''} at ${facts.address}, ${window}`);
  terminal.out(`Its profile is kept in ${facts.profile}`);
  terminal.out('');
  terminal.out(`Sign in there by hand. Then write into ${loaded.file ?? workspace.configFile}:`);
  terminal.out('');
  terminal.out(attach.config);
  terminal.out('and start the server with:');
  terminal.out('');
  terminal.out(attach.command);
  terminal.out('');
  terminal.out(`End the browser with: ${ownCommand('chrome stop')}`);
}
