import { z } from 'zod';
import { CHANNEL_NAMES, capabilityNames } from '../core/index.js';
import type { Team } from '../core/index.js';
import { originPatternOption } from '../policy/options.js';

/** One team, as it stands in the file. The keys of `browser` are spelled as those who write such files know them. */
export const teamOptions = z.strictObject({
  /** Absent: `tokens/<team>` in the workspace, made by `gatewright token add`. */
  tokenFile: z.string().min(1).optional(),
  capabilities: z.array(z.enum(capabilityNames())).optional(),
  tools: z
    .array(z.string().regex(/^[a-z0-9_]+\*?$|^\*$/u, 'expected a tool name, with * at the end if need be'))
    .optional(),
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
    ...(identities && { identities }),
  };
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
  ].join('; ');
}
