import { Failure } from '../../core/index.js';
import type { BrowserOptions } from '../options.js';
import { attachCdpOf } from '../options.js';
import { attachedBrowser } from './attach.js';
import { localBrowser } from './local.js';
import { probeBrowser } from './local/machine-probe.js';
import type { ProviderEnvironment, LaunchRequest, BrowserProvider, Isolation } from './provider.js';

export type BrowserDescription =
  | {
      readonly path: string;
      readonly how: string;
      readonly version: string;
      readonly sandbox: Isolation;
      readonly jail: Isolation;
    }
  /** It is not there, or it does not start; `path` if there is one. */
  | { readonly path?: string; readonly problem: string; readonly code: string };

/** For the doctor: the browser is really started, because only then can anybody tell whether its walls hold. */
export async function describeBrowser(deps: {
  readonly options: BrowserOptions['browser'];
  readonly runFolder: string;
  readonly browsersFolders?: readonly string[];
  readonly environment: ProviderEnvironment;
  /** Without a way out there is no jail either. */
  readonly wayOut?: LaunchRequest;
}): Promise<BrowserDescription> {
  const { options, runFolder, environment, browsersFolders = [] } = deps;
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  const launching = { options, runFolder, browsersFolders, environment, noteElsewhere: () => undefined, log };
  let path: string | undefined;
  try {
    if (options.provider === 'attach') {
      path = attachCdpOf(options);
      return { path, how: 'attached', ...(await wallsOf(attachedBrowser(launching), {})) };
    }
    const found = probeBrowser({ ...options, browsersFolders }, environment);
    if (found === undefined) throw new Failure('browser.not-installed');
    path = found.path;
    return { path, how: found.how, ...(await wallsOf(localBrowser(launching), deps.wayOut ?? {})) };
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('browser.start-failed', undefined, undefined, error);
    const problem = [failure.hint, ...said].filter((line) => line !== undefined).join(' ');
    return { ...(path === undefined ? {} : { path }), problem, code: failure.code };
  }
}

async function wallsOf(provider: BrowserProvider, wayOut: LaunchRequest) {
  const running = await provider.launch(wayOut);
  try {
    await running.sealed;
  } finally {
    await running.kill();
  }
  const { version, sandbox, jail } = running;
  return { version, sandbox, jail };
}
