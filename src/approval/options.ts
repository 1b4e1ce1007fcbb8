import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** Whoever can read the notice can answer: it is encrypted, or stays on this machine. */
function isKeptPrivate(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const webhook = z.strictObject({
  webhook: z.strictObject({
    url: z.string().refine(isKeptPrivate, {
      error: 'must be an https address, or http on this machine, without user name and password',
    }),
    /** With at least 32 characters; signs what is sent. */
    secretFile: z.string().min(1),
  }),
});

export const approvalOptions = z.strictObject({
  /** The risk from which a person is asked. */
  from: z.enum(['low', 'medium', 'high', 'critical', 'never']).default('high'),
  /** Then it is denied. */
  timeoutSeconds: z.int().min(1).max(3600).default(30),
  channels: z
    .array(z.union([z.enum(['elicitation', 'console', 'cli']), webhook]))
    .default(['elicitation', 'console', 'cli']),
  /** May the agent's own client answer what is of high risk? Critical it never may. */
  trustClient: z.boolean().default(false),
  /** Hosts and origins, as in `network.allow`: they lower medium to low, never high or critical. */
  trustedDomains: z.array(z.string().min(1)).default([]),
  /** Hosts with all below them, `admin.*`, paths, or both: going there is high, and so is whatever is medium there. */
  sensitiveDomains: z.array(z.string().min(1)).default([]),
  /** Mail, banks, admin panels and settings are sensitive without being listed. */
  builtinSensitive: z.boolean().default(true),
});

export type ApprovalOptions = z.infer<typeof approvalOptions>;
