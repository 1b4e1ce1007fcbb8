import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** A notice holds a link that answers: it is sent encrypted, or stays on this machine. */
function isKeptPrivate(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const WEBHOOK_FORMATS = ['json', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const webhook = z.strictObject({
  webhook: z
    .strictObject({
      url: z.string().refine(isKeptPrivate, {
        error: 'must be an https address, or http on this machine, without user name and password',
      }),
      /** With at least 32 characters; signs what is sent. */
      secretFile: z.string().min(1).optional(),
      /** `json` if absent. The others are messages as these chats show them. */
      format: z.enum(WEBHOOK_FORMATS).optional(),
    })
    .refine(({ secretFile, format = 'json' }) => format !== 'json' || secretFile !== undefined, {
      error: 'is needed, unless format is slack or teams, which check no signature',
      path: ['secretFile'],
    }),
});

export const approvalOptions = z.strictObject({
  from: z
    .enum(['low', 'medium', 'high', 'critical', 'never'])
    .default('high')
    .describe('The risk from which a person is asked; `never` asks nobody, but for installing an extension.'),
  timeoutSeconds: z.int().min(1).max(3600).default(30).describe('A question is denied so long after a person saw it.'),
  maxSeconds: z
    .int()
    .min(1)
    .max(3600)
    .default(300)
    .describe('A question is denied so long after it was asked, whether or not anybody saw it.'),
  notify: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('A desktop notification when a question waits and no console, terminal or client is watched.'),
  channels: z
    .array(z.union([z.enum(['elicitation', 'console', 'cli']), webhook]))
    .default(['elicitation', 'console', 'cli'])
    .describe(
      'Where a person can answer; `webhook: { url, secretFile, format }` is one too, in the format `json`, `slack` or `teams`.',
    ),
  trustClient: z
    .boolean()
    .default(false)
    .describe("May the agent's own client answer what is of high risk? Critical it never may."),
  trustedDomains: z
    .array(z.string().min(1))
    .default([])
    .describe('Hosts and origins, as in `network.allow`: they lower medium to low, never high or critical.'),
  sensitiveDomains: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Hosts with all below them, `admin.*`, paths, or both: going there is high, and so is what is medium there. With `!` in front, an exception from the built-in list.',
    ),
  builtinSensitive: z
    .boolean()
    .default(true)
    .describe('Mail, banks, admin panels and settings are sensitive to enter without being listed.'),
});

export type ApprovalOptions = z.infer<typeof approvalOptions>;
