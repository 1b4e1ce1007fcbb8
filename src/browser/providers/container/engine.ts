import { execFile } from 'node:child_process';
import { Failure } from '../../../core/index.js';
import { findProgram } from '../local/jail.js';
import type { ProviderEnvironment } from '../provider.js';

export type EngineName = 'podman';

/** A container engine of this machine, driven by its command. */
export interface Engine {
  readonly name: EngineName;
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the command wrote; a Failure with the end of its complaint otherwise. */
  run(args: readonly string[], options?: { readonly ms?: number }): Promise<string>;
}

/** What an engine needs of the operator's environment; no token and no proxy of theirs. */
const PASSED_ON = ['HOME', 'PATH', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'DBUS_SESSION_BUS_ADDRESS'];
const SETTINGS = /^(?:CONTAINERS_|STORAGE_|TMPDIR$|LANG$)/u;

const USUAL_MS = 20_000;
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_WORDS = 300;

export function findEngine(environment: ProviderEnvironment): Engine {
  const program = process.platform === 'linux' ? findProgram('podman', environment) : undefined;
  if (program === undefined)
    throw new Failure(
      'browser.no-container',
      process.platform === 'linux'
        ? 'podman was not found. Install the package podman, then run: gatewright container build'
        : 'browser.provider: container needs Linux with podman.',
    );
  return engineAt(program, environment);
}

export function engineAt(program: string, from: ProviderEnvironment): Engine {
  const environment = engineEnvironment(from);
  return {
    name: 'podman',
    program,
    environment,
    run: (args, { ms = USUAL_MS } = {}) =>
      new Promise((resolve, reject) => {
        const limits = { timeout: ms, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
        execFile(program, [...args], { env: environment, ...limits }, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(failed(args[0] ?? '', error.killed === true ? `no answer in ${ms / 1000} s` : stderr, error));
        });
      }),
  };
}

function failed(command: string, words: string, cause: Error): Failure {
  const short = words.trim().split('\n').slice(-2).join(' ').slice(-MAX_WORDS).replaceAll(/\s+/gu, ' ');
  return new Failure('browser.no-container', `podman ${command} failed: ${short}`, undefined, cause);
}

function engineEnvironment(from: ProviderEnvironment): Record<string, string> {
  const names = [...PASSED_ON, ...Object.keys(from).filter((name) => SETTINGS.test(name))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
