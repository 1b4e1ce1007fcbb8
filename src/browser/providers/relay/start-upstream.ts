import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../core/index.js';
import type { Egress } from '../../../core/index.js';
import { TOO_LATE, resultOrTooLate } from '../../with-timeout.js';
import { browserEnvironment } from '../local/browser-environment.js';
import { makeBrowserFolder, NOBODY } from '../local/browser-folder.js';
import { findProgram, jailCommand } from '../local/jail.js';
import { withProxyPort } from '../local/jail-proxy-port.js';
import type { LaunchWay } from '../local/launch-plan.js';
import { launchStrategies, SETPRIV } from '../local/launch-strategies.js';
import { probeBrowser } from '../local/machine-probe.js';
import { writeManagedPolicies } from '../local/managed-policies.js';
import { spawnBrowser } from '../local/spawn-browser.js';
import type { ProcessUsage } from '../process-usage.js';
import type { LaunchRequest, ProviderDeps } from '../provider.js';
import { findUpstream } from './upstream-package.js';
import type { UpstreamPackage } from './upstream-package.js';
import { writeUpstreamConfig } from './upstream-config.js';
import { UpstreamRpc } from './upstream-rpc.js';

/** Its pipes are where a browser's would be; it wants them as its input and output. */
const ON_PIPES = 'exec "$@" <&3 >&4 3<&- 4>&-';

export interface UpstreamDeps extends ProviderDeps {
  readonly relay: { readonly idleTtlMs: number; readonly handshakeMs: number };
  readonly viewport: { readonly width: number; readonly height: number };
}

/** An upstream that has shaken hands and said what it can do. Its browser comes with its first call. */
export interface Upstream {
  readonly tools: ReadonlySet<string>;
  readonly version: string;
  readonly way: LaunchWay;
  /** The answer of `tools/call`, unread. */
  call(tool: string, input: object): Promise<unknown>;
  /** Asks our own program in its process what the page and its elements are; there is one as soon as there is a tab. */
  askSide(asked: object): Promise<unknown>;
  /** What its processes use, its browser's too. */
  usage(): readonly ProcessUsage[] | undefined;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  /** Ends every process of it and of its browser, and removes their files. Safe to call twice. */
  kill(): Promise<void>;
}

export interface UpstreamRequest extends LaunchRequest {
  /** Where its browser is let out, with the session's own credentials. Absent: it is asked for its tools, and no more. */
  readonly admission?: Awaited<ReturnType<Egress['admit']>>;
}

/** Where the upstream is, and the browser that it will start. Throws a `Failure` that says what is missing. */
export function locateUpstream({ options, browsersFolders, environment }: ProviderDeps): {
  readonly upstream: UpstreamPackage;
  readonly browser: string;
} {
  const upstream = findUpstream();
  const found = probeBrowser({ executablePath: options.executablePath, headless: true, browsersFolders }, environment);
  if (found === undefined) throw new Failure('browser.not-installed');
  return { upstream, browser: realpathSync(found.path) };
}

/** The ways to start it that have a jail, safest first: without one nothing would hold what its browser sends. */
export async function waysFor(deps: ProviderDeps, browser: string): Promise<readonly LaunchWay[]> {
  const ways = await launchStrategies(deps, browser, true);
  const jailed = ways.filter(({ jail }) => jail.on);
  if (jailed.length === 0)
    throw new Failure('browser.no-jail', `browser.provider: relay needs one. ${ways[0]?.jail.why ?? ''}`.trim());
  return jailed;
}

/** Starts it in a jail with its browser, and waits for its handshake no longer than the operator says. */
export async function startUpstream(way: LaunchWay, deps: UpstreamDeps, request: UpstreamRequest): Promise<Upstream> {
  const { upstream, browser } = locateUpstream(deps);
  const owner = way.drop === 'no' ? undefined : NOBODY;
  const folder = makeBrowserFolder(deps.runFolder, owner);
  if (folder.elsewhere) deps.noteElsewhere(folder.path);
  const config = writeUpstreamConfig({
    ...{ executable: browser, sandbox: way.sandbox.on, viewport: deps.viewport, folder, owner },
    ...{ proxy: request.admission, keyHash: request.trust?.keyHash },
  });
  const process = spawnBrowser({
    command: commandFor(way, deps, request, { upstream, browser, folder: folder.path, config }),
    env: browserEnvironment(deps.environment, folder.path, { headless: true, platform: 'linux' }),
    cwd: folder.path,
    user: way.drop === 'ourselves' ? NOBODY : undefined,
    serveAsProxy: request.serveAsProxy,
  });
  const rpc = new UpstreamRpc(process.toBrowser, process.fromBrowser, () => {
    kill().catch(() => undefined);
  });
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    rpc.close(new Failure('browser.crashed', 'The upstream was ended.'));
    await process.kill();
    folder.remove();
  };
  const kill = (): Promise<void> => (ending ??= end());
  try {
    const tools = await shakeHands(rpc, process.exited, deps.relay.handshakeMs);
    await process.ready;
    const call = (tool: string, input: object): Promise<unknown> =>
      rpc.request('tools/call', { name: tool, arguments: input });
    return {
      tools,
      version: upstream.version,
      way,
      call,
      askSide: (asked) => rpc.ask(asked),
      usage: () => process.usage(),
      exited: process.exited,
      kill,
    };
  } catch (error) {
    // The error goes out without waiting for the end of a process that did not come up.
    kill().catch(() => undefined);
    const words = process.lastWords().trim().split('\n').slice(-3).join(' | ').slice(0, 500);
    deps.log(`relay: the upstream did not start: ${words === '' ? String(error) : words}`);
    throw error instanceof Failure ? error : new Failure('browser.start-failed', undefined, undefined, error);
  }
}

interface Placed {
  readonly upstream: UpstreamPackage;
  readonly browser: string;
  readonly folder: string;
  readonly config: string;
}

function commandFor(
  way: LaunchWay,
  deps: UpstreamDeps,
  { proxy, trust }: UpstreamRequest,
  { upstream, browser, folder, config }: Placed,
): string[] {
  if (proxy === undefined)
    throw new Failure('browser.no-jail', 'There is no egress proxy, and a jail has no other way out.');
  const node = realpathSync(globalThis.process.execPath);
  const port = Number(new URL(proxy).port);
  const instead =
    trust?.authorities === undefined ? undefined : writeManagedPolicies(join(folder, 'settings'), trust.authorities);
  return [
    ...jailCommand({
      bubblewrap: findProgram('bwrap', deps.environment) ?? 'bwrap',
      ...{ programs: { browser, node }, also: [upstream.modules], folder, display: [], instead },
    }),
    ...(way.drop === 'setpriv' ? SETPRIV : []),
    ...withProxyPort(node, { proxy: port, canary: { tcp: port, udp: port } }),
    ...['/bin/sh', '-c', ON_PIPES, 'relay', node, upstream.cli, '--config', config],
  ];
}

async function shakeHands(rpc: UpstreamRpc, exited: Promise<string>, ms: number): Promise<ReadonlySet<string>> {
  const ended = exited.then((how): never => {
    throw new Failure('browser.start-failed', `The upstream ended at once: ${how}.`);
  });
  ended.catch(() => undefined);
  const tools = await resultOrTooLate(ms, Promise.race([introduce(rpc), ended]));
  if (tools === TOO_LATE)
    throw new Failure(
      'browser.start-failed',
      `The upstream did not answer within ${String(ms)} ms (relay.handshakeMs).`,
    );
  return tools;
}

async function introduce(rpc: UpstreamRpc): Promise<ReadonlySet<string>> {
  await rpc.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'gatewright', version: '1' },
  });
  rpc.notify('notifications/initialized');
  const listed = await rpc.request('tools/list', {});
  const tools: unknown = typeof listed === 'object' && listed !== null && 'tools' in listed ? listed.tools : [];
  if (!Array.isArray(tools)) throw new Failure('browser.start-failed', 'The upstream did not list its tools.');
  return new Set(tools.flatMap((tool: unknown) => nameOf(tool) ?? []));
}

function nameOf(tool: unknown): string | undefined {
  if (typeof tool !== 'object' || tool === null || !('name' in tool)) return undefined;
  return typeof tool.name === 'string' ? tool.name : undefined;
}
