import { z } from 'zod';
import { CHANNEL_NAMES, capabilityNames } from '../core/index.js';
import type { SessionLimits, Team } from '../core/index.js';
import { bytesOf, memorySize } from '../browser/options.js';
import { TOOL_PATTERN, originPatternOption } from '../policy/options.js';

/** One team, as it stands in the file. The keys of `browser` are spelled as those who write such files know them. */
export const teamOptions = z.strictObject({
  /** Absent: `tokens/<team>` in the workspace, made by `gatewright token add`. */
  tokenFile: z.string().min(1).optional(),
  capabilities: z.array(z.enum(capabilityNames())).optional(),
  tools: z.array(z.string().regex(TOOL_PATTERN, 'expected a tool name, with * at the end if need be')).optional(),
  /** Calls that are begun in a second, on average; a short burst may be twice that. */
  calls_per_second: z.number().min(0.01).max(1000).optional(),
  /** Where a person answers what this team asks, of `approval.channels`. */
  approvers: z.array(z.enum(CHANNEL_NAMES)).optional(),
  /** Absent: the team has no browser. Its lists hold for `web_fetch` too. */
  browser: z
    .strictObject({
      allowed_domains: z.array(originPatternOption).optional(),
      blocked_domains: z.array(originPatternOption).optional(),
      timeout_ms: z.int().min(1000).max(55_000).optional(),
      max_sessions: z.int().min(1).max(100).optional(),
      /** Of each session, as the keys of the same meaning below `sessions`. */
      memory: memorySize.optional(),
      cpu_seconds: z.number().min(1).max(100_000).optional(),
      max_tabs: z.int().min(1).max(100).optional(),
      max_frames: z.int().min(10).max(10_000).optional(),
      max_downloads: z.int().min(1).max(10_000).optional(),
      download_mb: z.int().min(1).max(100_000).optional(),
      response_mb: z.int().min(1).max(10_000_000).optional(),
      session_seconds: z.int().min(1).max(86_400).optional(),
      max_actions: z.int().min(1).optional(),
      /** Names of identities in the vault and of accounts in the password manager. */
      identities: z.array(z.string().min(1)).optional(),
    })
    .optional(),
});
export type TeamOptions = z.output<typeof teamOptions>;
export type TeamsOptions = Readonly<Record<string, TeamOptions>>;

/** The names of tokens and of teams: file names, and principals in the audit. */
export const PRINCIPAL_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/u;

export const teamsOption = z
  .record(z.string().regex(PRINCIPAL_NAME, 'a team is named by lower-case letters, digits and dashes'), teamOptions)
  .refine((teams) => !Object.hasOwn(teams, 'local'), { error: '`local` is the user of this machine, not a team' })
  .default({});

/** An absent narrowing stays absent; an empty one allows nothing. */
export function teamOf(name: string, options: TeamOptions): Team {
  const { browser, capabilities, tools, approvers, calls_per_second: callsPerSecond } = options;
  const { allowed_domains: allowed, blocked_domains: blockedDomains, timeout_ms: timeoutMs } = browser ?? {};
  const { max_sessions: maxSessions, identities } = browser ?? {};
  return {
    name,
    hasBrowser: browser !== undefined,
    ...(capabilities && { capabilities }),
    ...(tools && { tools }),
    ...(callsPerSecond !== undefined && { callsPerSecond }),
    ...(approvers && { approvers }),
    ...(allowed && { allowedDomains: [allowed] }),
    ...(blockedDomains && { blockedDomains }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxSessions !== undefined && { maxSessions }),
    ...limitsOf(browser),
    ...(identities && { identities }),
  };
}

const MB = 1024 ** 2;

function limitsOf(browser: TeamOptions['browser']): Pick<Team, 'limits'> {
  const { download_mb: downloadMb, response_mb: responseMb } = browser ?? {};
  const all: Record<keyof SessionLimits, number | undefined> = {
    memoryBytes: browser?.memory === undefined ? undefined : bytesOf(browser.memory),
    cpuSeconds: browser?.cpu_seconds,
    tabs: browser?.max_tabs,
    frames: browser?.max_frames,
    downloads: browser?.max_downloads,
    downloadBytes: downloadMb === undefined ? undefined : downloadMb * MB,
    responseBytes: responseMb === undefined ? undefined : responseMb * MB,
    sessionSeconds: browser?.session_seconds,
    actions: browser?.max_actions,
  };
  const set = Object.entries(all).filter(([, max]) => max !== undefined);
  return set.length === 0 ? {} : { limits: Object.fromEntries(set) };
}

/** What narrows it, for people. */
export function teamWords(team: Team): string {
  const list = (label: string, items: readonly string[] | undefined): readonly string[] =>
    items === undefined ? [] : [`${label} ${items.join(' ') || 'none'}`];
  const count = (label: string, figure: number | undefined): readonly string[] =>
    figure === undefined ? [] : [`${label} ${String(figure)}`];
  return [
    team.hasBrowser ? 'browser' : 'no browser',
    ...list('capabilities', team.capabilities),
    ...list('tools', team.tools),
    ...list('sites', team.allowedDomains?.flat()),
    ...list('not', team.blockedDomains),
    ...list('identities', team.identities),
    ...list('approvers', team.approvers),
    ...count('sessions', team.maxSessions),
    ...count('calls a second', team.callsPerSecond),
    ...count('ms a call', team.timeoutMs),
    ...count('MB a session', team.limits?.memoryBytes && team.limits.memoryBytes / MB),
    ...count('processor seconds a session', team.limits?.cpuSeconds),
    ...count('tabs a session', team.limits?.tabs),
    ...count('frames a session', team.limits?.frames),
    ...count('files a session', team.limits?.downloads),
    ...count('MB of files a session', team.limits?.downloadBytes && team.limits.downloadBytes / MB),
    ...count('MB received a session', team.limits?.responseBytes && team.limits.responseBytes / MB),
    ...count('seconds a session', team.limits?.sessionSeconds),
    ...count('actions a session', team.limits?.actions),
  ].join('; ');
}
