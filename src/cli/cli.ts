import { loadConfig, openWorkspace, workspacePath } from '../config/index.js';
import type { Loaded, Workspace } from '../config/index.js';
import { reportError } from './report-error.js';
import type { ExitCode } from './report-error.js';
import { serverOptions, wordsOf } from './server-flags.js';
import { openTerminal } from './terminal.js';
import type { Terminal } from './terminal.js';

/** What every command is given. */
export interface Cli {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** The program's own file. */
  readonly entry: string;
  /** The words by which clients start this program. */
  readonly start: readonly string[];
  /** Reads the configuration that these options describe. */
  load(options: object): Promise<Loaded>;
  /** The flags that give another server this configuration, from whatever folder it is started in. */
  sameFlags(loaded: Loaded, options: object): readonly string[];
  /** Opens the workspace alone: what ends sessions and reads the record must work while the configuration is broken. */
  workspace(options: object): Workspace;
  /** Turns a command into what the command-line library calls: the exit code is set, and errors become one line. */
  run<Args extends unknown[]>(act: (...args: Args) => Promise<ExitCode>): (...args: Args) => Promise<void>;
}

/** How long a command that is done may still be kept alive by what it left open. */
const GRACE_MS = 2000;

export function makeCli(
  { entry, start }: Pick<Cli, 'entry' | 'start'>,
  env: NodeJS.ProcessEnv,
  rootOptions: () => object,
): Cli {
  const terminal = openTerminal(env);
  const merged = (options: object) => serverOptions.parse({ ...rootOptions(), ...options });
  return {
    terminal,
    env,
    entry,
    start,
    load: (options) => {
      const { config: file, workspace, ...flags } = merged(options);
      return loadConfig({ file, workspace, env, flags });
    },
    sameFlags: ({ workspace, config, file }, options) => {
      const given = merged(options);
      const { executablePath } = config.browser;
      return wordsOf({
        ...given,
        workspace: workspace === workspacePath(undefined, {}) ? undefined : workspace,
        config: given.config === undefined ? undefined : file,
        executablePath: given.executablePath === undefined ? undefined : executablePath,
      });
    },
    workspace: (options) => openWorkspace(workspacePath(merged(options).workspace, env)),
    run:
      (act) =>
      async (...args) => {
        try {
          process.exitCode = await act(...args);
        } catch (error) {
          process.exitCode = reportError(error, terminal.err, [rootOptions(), ...args].some(asksForDebug));
        }
        setTimeout(() => process.exit(), GRACE_MS).unref();
      },
  };
}

function asksForDebug(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'debug' in options && options.debug === true;
}
