import { execFile } from 'node:child_process';
import { Failure } from '../../../core/index.js';
import { findProgram } from '../local/jail.js';
import type { ProviderEnvironment } from '../provider.js';

export type EngineName = 'podman' | 'docker';

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
const SETTINGS = /^(?:CONTAINERS_|STORAGE_|TMPDIR$)/u;
/** Named even if the operator has not: a context of Docker's could lead to another machine. */
const DOCKER_SOCKET = 'unix:///var/run/docker.sock';

const USUAL_MS = 20_000;
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_WORDS = 300;

/** `auto`: podman, or Docker where there is no podman. */
export function findEngine(environment: ProviderEnvironment, wanted: EngineName | 'auto' = 'auto'): Engine {
  if (process.platform !== 'linux')
    throw new Failure('browser.no-container', 'browser.provider: container needs Linux with podman or Docker.');
  const names = wanted === 'auto' ? (['podman', 'docker'] as const) : [wanted];
  for (const name of names) {
    const program = findProgram(name, environment);
    if (program !== undefined) return engineAt(name, program, environment);
  }
  throw new Failure(
    'browser.no-container',
    `${names.join(' or ')} was not found. Install the package ${names[0]}, then run: gatewright container build`,
  );
}

function engineAt(name: EngineName, program: string, from: ProviderEnvironment): Engine {
  const environment = engineEnvironment(name, from);
  return {
    name,
    program,
    environment,
    run: (args, { ms = USUAL_MS } = {}) =>
      new Promise((resolve, reject) => {
        const limits = { timeout: ms, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
        execFile(program, [...args], { env: environment, ...limits }, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else {
            const words = error.killed === true ? `no answer in ${ms / 1000} s` : stderr;
            reject(failed(`${name} ${args[0] ?? ''}`, words, error));
          }
        });
      }),
  };
}

function failed(command: string, words: string, cause: Error): Failure {
  const short = words.trim().split('\n').slice(-2).join(' ').slice(-MAX_WORDS).replaceAll(/\s+/gu, ' ');
  return new Failure('browser.no-container', `${command} failed: ${short}`, undefined, cause);
}

function engineEnvironment(engine: EngineName, from: ProviderEnvironment): Record<string, string> {
  const names = [...PASSED_ON, ...Object.keys(from).filter((name) => SETTINGS.test(name))];
  const passed = names.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Without a UTF-8 locale podman's monitor (conmon) takes no path with letters beyond ASCII.
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C.UTF-8',
    ...(engine === 'docker' ? { DOCKER_HOST: dockerSocket(from) } : {}),
  };
}

/** Sockets, folders and process numbers of this machine mean nothing to an engine on another one. */
function dockerSocket({ DOCKER_HOST: host = DOCKER_SOCKET }: ProviderEnvironment): string {
  if (host.startsWith('unix://')) return host;
  throw new Failure('browser.no-container', 'DOCKER_HOST names no socket of this machine (unix://…).');
}
