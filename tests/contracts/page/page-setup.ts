import type { z } from 'zod';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSessions } from '../../../src/browser/index.js';
import type { BrowserDeps } from '../../../src/browser/index.js';
import { browserOptions, remoteOptions, sessionsOptions, snapshotOptions } from '../../../src/browser/options.js';
import type {
  ActionResult,
  Call,
  Egress,
  ElementIntent,
  ElementTarget,
  Locator,
  Page,
  Secret,
  Target,
  UrlFacts,
  UrlTarget,
} from '../../../src/core/index.js';
import { mintPermit } from '../../../src/core/seals/permit-mint.js';

export interface PageSetup {
  /** Opens a page in the stage's session. */
  open(url: string): Promise<ActionResult>;
  navigate(url: string, snapshot?: 'none' | 'interactive'): Promise<ActionResult>;
  /** One call: looks, gets a permit, leases, runs. `wanted` is what the call declares. */
  call<T>(
    wanted: readonly Wanted[],
    run: (page: Page, targets: ElementTarget[]) => Promise<T>,
    more?: More,
  ): Promise<T>;
  click(name: string, more?: More): Promise<ActionResult>;
  /** All text that the page shows. */
  text(): Promise<string>;
  secrets: Map<string, Secret>;
  refused: Set<string>;
  close(): Promise<void>;
}

export interface Wanted {
  readonly at: Locator;
  readonly intent?: ElementIntent;
  readonly text?: string;
}

export interface More {
  readonly signal?: AbortSignal;
  /** Runs between the look and the act. */
  readonly meanwhile?: () => Promise<unknown>;
}

export const named = (name: string, role?: string): Locator => ({
  by: 'role',
  name,
  ...(role === undefined ? {} : { role }),
});

export interface PageSetupOptions {
  readonly dialogs?: BrowserDeps['dialogs'];
  readonly grantablePermissions?: readonly string[];
  readonly files?: BrowserDeps['files'];
  /** Browsers on other machines, in place of one here. */
  readonly remote?: z.input<typeof remoteOptions>;
}

/** A browser room as the gateway uses it, with a policy that allows all but `refused` origins. */
export function createPageSetup(egress?: Egress, options: PageSetupOptions = {}): PageSetup {
  const runFolder = mkdtempSync(path.join(tmpdir(), 'gw-page-'));
  const secrets = new Map<string, Secret>();
  const refused = new Set<string>();
  const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const sessions = createSessions({
    options: {
      browser: browserOptions.parse({
        ...(executablePath === undefined ? {} : { executablePath }),
        ...(options.remote === undefined ? {} : { provider: 'remote' }),
        grantablePermissions: options.grantablePermissions ?? [],
      }),
      sessions: sessionsOptions.parse({ maxActions: 10_000 }),
      snapshot: snapshotOptions.parse({}),
      ...(options.remote === undefined ? {} : { remote: remoteOptions.parse(options.remote) }),
    },
    runFolder,
    environment: { PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'] },
    log: () => undefined,
    secrets: {
      keep: () => 'everywhere',
      namesAt: () => [],
      learn: () => undefined,
      find: (_, name) => secrets.get(name),
      maskedIn: () => [...secrets.values()],
      all: () => [...secrets.values()],
      forget: () => undefined,
    },
    operatorSecrets: { keep: () => 'everywhere' },
    pageSecrets: () => ({ mask: () => undefined, learn: () => undefined }),
    mayVisit: (_, url) => !refused.has(new URL(url).origin),
    note: () => undefined,
    ...(egress === undefined ? {} : { egress }),
    ...(options.dialogs === undefined ? {} : { dialogs: options.dialogs }),
    ...(options.files === undefined ? {} : { files: options.files }),
  });
  const scope = { principal: 'local', session: 'default' };

  async function leased<T>(targets: readonly Target[], run: (page: Page) => Promise<T>, more: More = {}): Promise<T> {
    const signal = more.signal ?? AbortSignal.timeout(40_000);
    const call: Call = {
      tool: 'browser_test',
      capability: 'action',
      effect: targets.some(({ kind }) => kind === 'url') ? 'leave' : 'act',
      principal: { id: 'local' },
      scope,
      targets,
      arguments: {},
    };
    const read = await sessions.readFacts(scope, targets, signal);
    await more.meanwhile?.();
    const urls = new Map(
      targets.flatMap((target) => (target.kind === 'url' ? [[target, factsOf(target)] as const] : [])),
    );
    const lease = await sessions.lease(
      mintPermit({ call, callFacts: { ...read, urls, granted: [] }, rule: 'test' }),
      signal,
    );
    try {
      return await run(lease.page);
    } finally {
      if (signal.aborted) await lease.abandon();
      else lease.done();
    }
  }

  const call: PageSetup['call'] = (wanted, run, more) => {
    const targets = wanted.map((one): ElementTarget => ({ kind: 'element', intent: 'click', ...one }));
    return leased(targets.length === 0 ? [{ kind: 'page' }] : targets, (page) => run(page, targets), more);
  };
  const navigate: PageSetup['navigate'] = (url, snapshot = 'none') => {
    const target: UrlTarget = { kind: 'url', url };
    return leased([target], (page) => page.navigate(target, { waitFor: 'load', snapshot }));
  };
  return {
    open: (url) => navigate(url),
    navigate,
    call,
    click: (name, more) => call([{ at: named(name) }], (page, [target]) => page.click(the(target), PLAIN), more),
    text: async () => (await call([], (page) => page.read({ format: 'markdown' }))).text,
    secrets,
    refused,
    close: async () => {
      await sessions.close();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}

export const PLAIN = { button: 'left', double: false, modifiers: [] } as const;

export function the<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

function factsOf({ url }: UrlTarget): UrlFacts {
  const { origin, protocol, hostname, port, hash, href } = new URL(url);
  return {
    kind: 'web',
    url: href.slice(0, href.length - hash.length),
    origin,
    scheme: protocol === 'https:' ? 'https' : 'http',
    host: hostname,
    port: Number(port === '' ? 80 : port),
    name: 'address',
    isOpened: true,
  };
}

/** The code that a call fails with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
