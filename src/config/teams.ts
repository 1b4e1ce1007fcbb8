import { z } from 'zod';
import { capabilityNames } from '../core/index.js';
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
  browser: z
    .strictObject({
      allowed_domains: z.array(originPatternOption).optional(),
      timeout_ms: z.int().min(1000).max(55_000).optional(),
    })
    .default({}),
});
export type TeamOptions = z.output<typeof teamOptions>;

/** The names of tokens and of teams: file names, and principals in the audit. */
export const PRINCIPAL_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/u;

export const teamsOption = z
  .record(z.string().regex(PRINCIPAL_NAME, 'a team is named by lower-case letters, digits and dashes'), teamOptions)
  .refine((teams) => !Object.hasOwn(teams, 'local'), { error: '`local` is the user of this machine, not a team' })
  .default({});

/** An absent narrowing stays absent; an empty one allows nothing. */
export function teamOf(name: string, options: TeamOptions): Team {
  const { allowed_domains: allowedDomains, timeout_ms: timeoutMs } = options.browser;
  return {
    name,
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.tools && { tools: options.tools }),
    ...(allowedDomains && { allowedDomains }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
