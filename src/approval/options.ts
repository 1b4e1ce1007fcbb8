import { z } from 'zod';

function notHereYet(error: string): { error: string; params: { code: 'config.not-here-yet' } } {
  return { error, params: { code: 'config.not-here-yet' } };
}

const webhook = z
  .strictObject({ webhook: z.strictObject({ url: z.url(), secretFile: z.string().min(1) }) })
  .refine(() => false, notHereYet('config.not-here-yet: this version has no webhook channel; use cli.'));

// What a later version will honour is refused while it would be ignored: an operator must not believe in a guard
// that is not there.
export const approvalOptions = z.strictObject({
  /** The risk from which a person is asked. */
  from: z.enum(['low', 'medium', 'high', 'critical', 'never']).default('high'),
  /** Then it is denied. */
  timeoutSeconds: z.int().min(1).max(3600).default(30),
  channels: z
    .array(z.union([z.enum(['elicitation', 'console', 'cli']), webhook]))
    .default(['elicitation', 'console', 'cli']),
  trustClient: z
    .boolean()
    .default(false)
    .refine(
      (trusted) => !trusted,
      notHereYet("config.not-here-yet: in this version the agent's own client is never asked."),
    ),
  /** Hosts and origins, as in `network.allow`: they lower medium to low, never high or critical. */
  trustedDomains: z.array(z.string().min(1)).default([]),
  /** Hosts with all below them, `admin.*`, paths, or both: going there is high, and so is whatever is medium there. */
  sensitiveDomains: z.array(z.string().min(1)).default([]),
});

export type ApprovalOptions = z.infer<typeof approvalOptions>;
