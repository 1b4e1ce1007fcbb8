import { Failure } from '../../core/index.js';
import type { BrowserOptions } from '../options.js';
import { createProvider } from './index.js';
import type { Remedy } from './provider-declaration.js';
import type { ProviderEnvironment, LaunchRequest, Isolation, BrowserLauncher } from './provider.js';
import { ownMemory } from './own-memory.js';
import { createLauncher } from './start-browser.js';

export type BrowserDescription =
  | {
      readonly path: string;
      readonly how: string;
      /** What happened to it: was it started, or reached where it was? */
      readonly verb: 'started' | 'reached';
      readonly version: string;
      readonly sandbox: Isolation;
      readonly jail: Isolation;
      /** What an operator should close or know. */
      readonly warnings: readonly string[];
      /** What it lacks; `isFlaw`: it could have it. */
      readonly notes?: readonly { readonly isFlaw: boolean; readonly says: string }[];
    }
  /** The browser is not installed, or it does not start; `path` if there is one. */
  | { readonly path?: string; readonly problem: string; readonly code: string; readonly remedy: Remedy };

/** For the doctor: the browser is really started, because only that shows whether sandbox and jail work. */
export async function describeBrowser(deps: {
  readonly options: BrowserOptions['browser'];
  readonly container?: BrowserOptions['container'];
  readonly remote?: BrowserOptions['remote'];
  readonly sessions?: Pick<BrowserOptions['sessions'], 'memory'>;
  readonly runFolder: string;
  readonly browsersFolders?: readonly string[];
  readonly environment: ProviderEnvironment;
  /** The capability page-tools is on. */
  readonly pageTools?: boolean;
  /** Without a way out there is no jail either. */
  readonly wayOut?: LaunchRequest;
}): Promise<BrowserDescription> {
  const { container, remote, runFolder, environment, browsersFolders = [] } = deps;
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  const options = { ...deps.options, remote, pageTools: deps.pageTools };
  const launching = {
    options,
    container,
    memory: deps.sessions === undefined ? undefined : ownMemory(options, deps.sessions.memory),
    runFolder,
    browsersFolders,
    environment,
    noteElsewhere: () => undefined,
    log,
  };
  const provider = createProvider(launching);
  const { declaration } = provider;
  let path: string | undefined;
  try {
    const located = provider.locate();
    path = located.path;
    const walls = await (provider.describe?.(deps.wayOut ?? {}) ??
      launchAndDescribe(createLauncher(provider, launching), deps.wayOut ?? {}));
    const warnings = (await provider.examine?.()) ?? [];
    return { ...located, verb: declaration.verb ?? 'started', ...walls, warnings };
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('browser.start-failed', undefined, undefined, error);
    const problem = [failure.hint, ...said].filter((line) => line !== undefined).join(' ');
    const { code } = failure;
    return { ...(path === undefined ? {} : { path }), problem, code, remedy: declaration.remedy(code, path) };
  }
}

async function launchAndDescribe(launcher: BrowserLauncher, wayOut: LaunchRequest) {
  const running = await launcher.launch(wayOut);
  try {
    await running.selfTested;
  } finally {
    await running.kill();
  }
  const { version, sandbox, jail } = running;
  return { version, sandbox, jail };
}
