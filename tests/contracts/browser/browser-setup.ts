import type { z } from 'zod';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSessions } from '../../../src/browser/index.js';
import { BrowserSessions } from '../../../src/browser/browser-sessions.js';
import type { RegistryDeps } from '../../../src/browser/providers/index.js';
import { localBrowser } from '../../../src/browser/providers/local.js';
import type { BrowserLauncher, TestOverrides } from '../../../src/browser/providers/provider.js';
import { createLauncher } from '../../../src/browser/providers/start-browser.js';
import type { BrowserDeps } from '../../../src/browser/index.js';
import {
  browserOptions,
  containerOptions,
  remoteOptions,
  relayOptions,
  sessionsOptions,
  snapshotOptions,
} from '../../../src/browser/options.js';
import type {
  Call,
  Effect,
  Lease,
  RecordedEvent,
  SecretRegistry,
  Sessions,
  Target,
  UrlFacts,
} from '../../../src/core/index.js';
import { mintPermit } from '../../../src/core/seals/permit-mint.js';

export interface RoomOptions {
  readonly browser?: Partial<BrowserDeps['options']['browser']>;
  readonly container?: Partial<NonNullable<BrowserDeps['options']['container']>>;
  readonly remote?: z.input<typeof remoteOptions>;
  readonly sessions?: Partial<BrowserDeps['options']['sessions']>;
  readonly mayVisit?: BrowserDeps['mayVisit'];
  readonly mayLoad?: BrowserDeps['mayLoad'];
  readonly egress?: BrowserDeps['egress'];
  readonly loadsMore?: boolean;
  /** Made for each session, and kept by it. */
  readonly pageSecrets?: BrowserDeps['pageSecrets'];
  readonly environment?: Record<string, string | undefined>;
  /** What is kept for a server that comes after this one. */
  readonly outliving?: BrowserDeps['outliving'];
  /** In place of the one that the options name. */
  readonly launcher?: BrowserLauncher;
}

export interface Room {
  readonly sessions: Sessions;
  readonly events: RecordedEvent[];
  readonly forgotten: string[];
  readonly logged: string[];
  readonly folders: string[];
  /** Look, then lease, as the gateway does. */
  lease(call: Asked, signal?: AbortSignal, tell?: (message: string) => void): Promise<Lease>;
  /** The same with the work in between, and the lease given back. */
  run<T>(call: Asked, work: (lease: Lease) => Promise<T>): Promise<T>;
  navigate(url: string, session?: string): Promise<unknown>;
  started(): number;
  close(): Promise<void>;
}

export interface Asked {
  readonly tool?: string;
  readonly effect?: Effect;
  readonly session?: string;
  readonly tab?: string;
  readonly principal?: string;
  readonly targets?: readonly Target[];
}

export function openRoom(options: RoomOptions = {}): Room {
  const runFolder = mkdtempSync(path.join(tmpdir(), 'gw-room-'));
  const folders = [runFolder];
  const events: RecordedEvent[] = [];
  const forgotten: string[] = [];
  const logged: string[] = [];
  const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const browser = { ...(executablePath === undefined ? {} : { executablePath }), ...options.browser };
  const setup = {
    options: {
      browser: browserOptions.parse(browser),
      container: containerOptions.parse({ warm: 0, ...options.container }),
      remote: remoteOptions.parse(options.remote ?? {}),
      // A machine that has much to do is no reason to fail.
      relay: relayOptions.parse({ handshakeMs: 30_000 }),
      sessions: sessionsOptions.parse(options.sessions ?? {}),
      snapshot: snapshotOptions.parse({}),
    },
    secrets: noSecrets(forgotten),
    operatorSecrets: noSecrets(forgotten),
    pageSecrets: options.pageSecrets ?? (() => ({ mask: () => undefined, learn: () => undefined })),
    ...(options.egress === undefined ? {} : { egress: options.egress }),
    mayVisit: options.mayVisit ?? (() => true),
    mayLoad: options.mayLoad,
    loadsMore: options.loadsMore ?? true,
    capabilities: [],
    note: (event: RecordedEvent) => events.push(event),
  };
  const environment = { PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'], ...options.environment };
  const noteElsewhere = (folder: string) => folders.push(folder);
  const log = (line: string) => logged.push(line);
  const sessions: Sessions =
    options.launcher === undefined
      ? createSessions({ ...setup, runFolder, noteElsewhere, environment, log, outliving: options.outliving })
      : new BrowserSessions({ ...setup, launcher: options.launcher });
  sessions.startAhead?.();
  const lease: Room['lease'] = async (asked, signal = AbortSignal.timeout(30_000), tell) => {
    const call = callOf(asked);
    const read = await sessions.readFacts(call.scope, call.targets, signal);
    const urls = new Map(
      call.targets.flatMap((one) => (one.kind === 'url' ? [[one, urlFacts(one.url)] as const] : [])),
    );
    return sessions.lease(
      mintPermit({ call, callFacts: { ...read, urls, granted: [] }, rule: 'test' }),
      signal,
      undefined,
      tell,
    );
  };
  const run: Room['run'] = async (asked, work) => {
    const given = await lease(asked);
    try {
      return await work(given);
    } finally {
      given.done();
    }
  };
  return {
    sessions,
    events,
    forgotten,
    logged,
    folders,
    lease,
    run,
    navigate: (url, session) => {
      const target = { kind: 'url', url } as const;
      return run({ ...GOING, targets: [target], ...(session === undefined ? {} : { session }) }, ({ page }) =>
        page.navigate(target, { waitFor: 'load', snapshot: 'none' }),
      );
    },
    started: () => events.filter(({ event }) => event === 'browser.started').length,
    close: async () => {
      await sessions.close();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}

/** Local browsers with protections taken away. */
export function localLauncher(deps: RegistryDeps, overrides: TestOverrides): BrowserLauncher {
  return createLauncher(localBrowser(deps, overrides), deps, overrides);
}

export const GOING = { tool: 'browser_navigate', effect: 'leave' } as const;
export const READING = { tool: 'browser_snapshot', effect: 'read', targets: [{ kind: 'page' }] } as const;

function callOf(asked: Asked): Call {
  const { tool = 'browser_snapshot', effect = 'read', session = 'default', tab, targets = [] } = asked;
  const { principal = 'local' } = asked;
  return {
    tool,
    capability: 'read',
    effect,
    principal: { id: principal },
    scope: { principal, session, ...(tab === undefined ? {} : { tab }) },
    targets,
    arguments: {},
  };
}

function urlFacts(text: string): UrlFacts {
  const { href, origin, hostname, port } = new URL(text);
  const name = 'address';
  return { kind: 'web', url: href, origin, scheme: 'http', host: hostname, port: Number(port), name, isOpened: true };
}

function noSecrets(forgotten: string[]): SecretRegistry {
  return {
    keep: () => 'everywhere',
    namesAt: () => [],
    learn: () => undefined,
    find: () => undefined,
    maskedIn: () => [],
    all: () => [],
    forget: (principal, session) => forgotten.push(`${principal}/${session}`),
  };
}

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** Every living process that has one of the folders in its command line. The dead that nobody collected do not count. */
export function processesIn(folders: readonly string[]): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isDead = /^State:\s+[ZX]/mu.test(readFileSync(`/proc/${name}/status`, 'utf8'));
      // A process in a container has the folder mounted, and does not name it.
      const places = `${command}\n${readFileSync(`/proc/${name}/mountinfo`, 'utf8')}`;
      return !isDead && folders.some((folder) => places.includes(folder)) ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

/** The browsers' own processes: those that are no child of another. */
export function browsersIn(setup: Room): Process[] {
  return processesIn(setup.folders).filter(
    ({ command }) =>
      command.includes('--remote-debugging-pipe') &&
      !command.includes('--type=') &&
      !/^\S*(?:sh|bwrap|podman|conmon|docker|python3) /u.test(command),
  );
}

/** The one browser that there is. */
export function browserIn(setup: Room): Process {
  const found = browsersIn(setup);
  const [browser] = found;
  if (browser === undefined || found.length > 1) throw new Error(`${found.length} browsers`);
  return browser;
}

export async function eventually(what: string, holds: () => boolean, ms = 10_000): Promise<number> {
  const began = performance.now();
  while (!holds()) {
    if (performance.now() - began > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return performance.now() - began;
}

/** The code that it fails with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
