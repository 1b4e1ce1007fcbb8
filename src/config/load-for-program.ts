import { Failure } from '../core/index.js';
import type { Team } from '../core/index.js';
import { readConfigFile } from './config-file.js';
import { checkConfig, workspacePath } from './load.js';
import type { Loaded } from './load.js';
import { absolutePath } from './safe-paths.js';
import { readList } from './settings.js';
import type { Setting } from './settings.js';
import { teamOf, teamOptions } from './teams.js';

export interface ProgramConfig {
  /** The keys of gatewright.yaml, or the path of such a file. */
  readonly config?: unknown;
  readonly workspace?: string | undefined;
  /** In place of `browser.provider`. */
  readonly provider?: string | undefined;
}

/** Playwright reads it in this process, whatever a browser is given. The command takes it out of its own environment. */
const AROUND_PROXY = 'PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK';

/** The name, in error messages, of a configuration that a program gave. */
const GIVEN = 'createGatewright({ config })';

/**
 * The configuration of a program that has the gateway inside: what it gives and nothing else. GATEWRIGHT_ variables are
 * for whoever starts the command; of the environment a browser gets its usual part.
 */
export async function loadForProgram({ config, workspace, provider }: ProgramConfig): Promise<Loaded> {
  if (process.env[AROUND_PROXY] !== undefined)
    throw new Failure(
      'config.invalid',
      `${AROUND_PROXY}: it would send a browser's loopback traffic around the proxy; unset it`,
    );
  const cwd = process.cwd();
  const isFile = typeof config === 'string';
  const file = isFile ? absolutePath(config, cwd) : GIVEN;
  const raw = isFile ? await readConfigFile(file, true) : plain(config ?? {});
  const source = { from: 'flag', name: 'createGatewright({ provider })' } as const;
  const settings: Setting[] =
    provider === undefined ? [] : [{ path: ['browser', 'provider'], value: provider, source }];
  const checked = checkConfig({ raw, file, settings, cwd, ...(!isFile && { folder: cwd }) });
  const loaded = { ...checked, workspace: workspacePath(workspace, process.env), environment: process.env };
  return isFile ? { ...loaded, file, reload: () => loadForProgram({ config, workspace, provider }) } : loaded;
}

/** A copy that the program cannot change behind our back, and that holds nothing but data. */
function plain(config: unknown): unknown {
  try {
    return structuredClone(config);
  } catch (error) {
    throw new Failure('config.invalid', `${GIVEN}: it must be plain data`, undefined, error);
  }
}

/** The provider's variable; empty allows nothing. */
export function domainsFromEnvironment(): readonly string[] | undefined {
  const text = process.env[DOMAINS];
  return text === undefined ? undefined : readList(DOMAINS, text);
}

const DOMAINS = 'AX_BROWSER_ALLOWED_DOMAINS';

export interface ProgramPolicy {
  readonly capabilities?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly block?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly identities?: readonly string[] | undefined;
  readonly browser?: boolean | undefined;
}

/** What a program leaves to one of its sessions, checked like a team's keys. */
export function narrowingOf(name: string, policy: ProgramPolicy): Team {
  const { capabilities, tools, allow, block, timeoutMs, identities, browser = true, ...rest } = policy;
  const unknown = Object.keys(rest);
  if (unknown.length > 0) throw new Failure('config.invalid', `policy: there is no key ${unknown.join(', ')}`);
  const inBrowser = { allowed_domains: allow, blocked_domains: block, timeout_ms: timeoutMs, identities };
  // The lists hold for web_fetch too, so that they count without a browser.
  const parsed = teamOptions.safeParse(present({ capabilities, tools, browser: present(inBrowser) }));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.map((key) => POLICY_KEYS.get(String(key)) ?? String(key)).join('.') ?? '';
    throw new Failure('config.invalid', `policy.${path.replace(/^browser\./u, '')}: ${issue?.message ?? 'is wrong'}`);
  }
  return { ...teamOf(`session ${name}`, parsed.data), hasBrowser: browser };
}

const POLICY_KEYS = new Map([
  ['allowed_domains', 'allow'],
  ['blocked_domains', 'block'],
  ['timeout_ms', 'timeoutMs'],
]);

function present(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
