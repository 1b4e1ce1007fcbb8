import { z } from 'zod';
import { parseOriginPattern } from './origin-pattern.js';

/** One line of `allow`, `load` or `block`, and of a team's `allowed_domains`. */
export const originPatternOption = z.string().check((context) => {
  const parsed = parseOriginPattern(context.value);
  if ('error' in parsed) {
    context.issues.push({ code: 'custom', message: parsed.error, input: context.value });
  }
});

/** Policy's part of `network`. */
export const originOptions = z.strictObject({
  /** Where the agent may navigate and act. Absent: every public origin; empty: none. */
  allow: z.array(originPatternOption).optional(),
  /** What pages may load from, beside `allow`. Absent: `allow` only. */
  load: z.array(originPatternOption).optional(),
  block: z.array(originPatternOption).default([]),
  /** Record what would be refused; refuse nothing but private addresses. */
  observe: z.boolean().default(false),
});

export const ruleOptions = z.strictObject({
  when: z
    .strictObject({
      /** A tool's name, `*` at the end allowed. */
      tool: z
        .string()
        .regex(/^[a-z0-9_]+\*?$|^\*$/u, 'expected the name of a tool, with * at the end if need be')
        .optional(),
      /** The page's origin, or that of the URL which the call opens. */
      origin: originPatternOption.optional(),
      risk: z.never({ error: 'this version does not judge risk yet; use tool, origin, role or name' }).optional(),
      role: z.string().min(1).optional(),
      /** Words in the element's accessible name. */
      name: z.string().trim().min(1).optional(),
    })
    .refine((when) => Object.values(when).some((value) => value !== undefined), {
      error: 'give at least one of tool, origin, role and name',
    }),
  then: z.enum(['allow', 'ask', 'deny']),
  mode: z.enum(['enforce', 'observe']).default('enforce'),
});

export const rulesOption = z.array(ruleOptions).default([]);

export const confirmRequiredOption = z
  .array(z.enum(['navigate_off_allowlist', 'byob_action', 'file_download', 'file_upload', 'form_submit']))
  .default(['navigate_off_allowlist', 'byob_action']);

export type OriginOptions = z.output<typeof originOptions>;
export type RuleOptions = z.output<typeof ruleOptions>;
export type Confirmation = z.output<typeof confirmRequiredOption>[number];

export interface PolicyOptions {
  readonly network: OriginOptions;
  readonly rules: readonly RuleOptions[];
  readonly confirmRequired: readonly Confirmation[];
}
