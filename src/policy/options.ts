import { z } from 'zod';
import { RISK_LEVELS } from '../core/index.js';
import type { RiskLevel } from '../core/index.js';
import { parseOriginPattern } from './origin-pattern.js';
import { compilePattern } from './pattern/compile-pattern.js';

/** One line of `allow`, `load` or `block`, and of a team's `allowed_domains`. */
export const originPatternOption = z.string().check((context) => {
  const parsed = parseOriginPattern(context.value);
  if ('error' in parsed) {
    context.issues.push({ code: 'custom', message: parsed.error, input: context.value });
  }
});

/** Policy's part of `network`. */
export const originOptions = z.strictObject({
  allow: z
    .array(originPatternOption)
    .optional()
    .describe(
      'Where the agent may navigate and act. Absent: every public origin; empty: none. Hosts, `*.example.com` (not the apex), origins.',
    ),
  load: z
    .array(originPatternOption)
    .optional()
    .describe('Origins that pages may load from, beside `allow`. Absent or empty: `allow` only.'),
  block: z.array(originPatternOption).default([]).describe('Origins that are refused whatever else is allowed.'),
  askLoopback: z
    .boolean()
    .default(true)
    .describe('A person may open a port of this machine for a session when the agent first goes there.'),
  observe: z
    .boolean()
    .default(false)
    .describe('Records what `allow` and `load` would refuse, and lets it through; only private addresses are refused.'),
});

/** A regular expression that is matched anywhere, in linear time; one that cannot be is refused at start. */
const matchesOption = z.strictObject({
  matches: z.string().check((context) => {
    try {
      compilePattern(context.value);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'is no regular expression';
      context.issues.push({ code: 'custom', message, input: context.value });
    }
  }),
});

/** A plugin's tools have its namespace before a full stop. */
export const TOOL_PATTERN = /^[a-z0-9_]+(?:\.[a-z0-9_]*)?\*?$|^\*$/u;

const words = z.string().trim().min(1);

export const ruleOptions = z.strictObject({
  when: z
    .strictObject({
      /** A tool's name, `*` at the end allowed. */
      tool: z.string().regex(TOOL_PATTERN, 'expected the name of a tool, with * at the end if need be').optional(),
      /** The page's origin, or that of the URL which the call opens. */
      origin: originPatternOption.optional(),
      /** The call's risk, this or a higher one. */
      risk: z.enum(RISK_LEVELS).optional(),
      /** The element's role. */
      role: z.union([z.string().min(1), matchesOption]).optional(),
      /** Words in the element's accessible name, or in what it shows. */
      name: z.union([words, matchesOption]).optional(),
      /** The page's URL, or that which the call opens. */
      url: matchesOption.optional(),
      /** Words in what would be typed, chosen or sent. */
      text: z.union([words, matchesOption]).optional(),
    })
    .refine((when) => Object.values<unknown>(when).some((value) => value !== undefined), {
      error: 'give at least one of tool, origin, risk, role, name, url and text',
    }),
  then: z.enum(['allow', 'ask', 'deny']),
  mode: z.enum(['enforce', 'observe']).default('enforce'),
});

export const rulesOption = z.array(ruleOptions).default([]);

export const confirmRequiredOption = z
  .array(
    z.enum([
      'navigate_off_allowlist',
      /** Every action in the operator's own browser. */
      'byob_action',
      'file_download',
      'file_upload',
      /** A form with a password field, or any form where an identity was injected. */
      'form_submit',
      /** Every form. */
      'form_submit:all',
    ]),
  )
  .default(['navigate_off_allowlist', 'byob_action']);

export type OriginOptions = Omit<z.output<typeof originOptions>, 'askLoopback'> & { readonly askLoopback?: boolean };
export type RuleOptions = z.output<typeof ruleOptions>;
export type TextCondition = string | z.output<typeof matchesOption>;
export type Confirmation = z.output<typeof confirmRequiredOption>[number];

export interface PolicyOptions {
  readonly network: OriginOptions;
  readonly rules: readonly RuleOptions[];
  readonly confirmRequired: readonly Confirmation[];
  /** Policy's part of `approval`; absent: from high on, nothing trusted, only the built-in places sensitive. */
  readonly approval?: {
    readonly from: RiskLevel | 'never';
    readonly trustedDomains: readonly string[];
    readonly sensitiveDomains: readonly string[];
    readonly builtinSensitive?: boolean;
  };
}
