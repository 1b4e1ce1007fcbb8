import { z } from 'zod';
import { approvalOptions } from '../approval/options.js';
import { auditOptions } from '../audit/options.js';
import { browserOptions, sessionsOptions, snapshotOptions } from '../browser/options.js';
import { CAPABILITIES, capabilityNames } from '../core/index.js';
import type { Capability } from '../core/index.js';
import { networkOptions } from '../network/options.js';
import { confirmRequiredOption, originOptions, rulesOption } from '../policy/options.js';
import { httpOptions } from '../transports/options.js';
import { credentialsOptions, vaultOptions } from '../vault/options.js';
import { checkAttach } from './check-attach.js';
import { containerOptions } from './container-options.js';
import { notHereYet } from './not-here-yet.js';
import { teamsOption } from './teams.js';

/** What an agent may do where nobody says otherwise. */
export const DEFAULT_CAPABILITIES: readonly Capability[] = capabilityNames().filter(
  (name) => CAPABILITIES[name].default,
);

const capabilitiesOption = z.array(z.enum(capabilityNames())).default([...DEFAULT_CAPABILITIES]);

/** Every room's options under the key that the operator knows them by; nothing else is a key. */
const keys = z.strictObject({
  version: z.literal(1).default(1).describe('Of this file.'),
  capabilities: capabilitiesOption.describe('What the agent has tools for; see tools.md.'),
  confirmRequired: confirmRequiredOption.describe('What asks a person whatever its risk; see risk.md.'),
  browser: browserOptions
    .refine(
      ({ provider }) => provider === 'local' || provider === 'attach',
      notHereYet('provider', 'only local and attach are in this version'),
    )
    .refine((browser) => !browser.disableWebSecurity, notHereYet('disableWebSecurity', 'it cannot be switched on yet'))
    .prefault({}),
  network: z.strictObject({ ...originOptions.shape, ...networkOptions.shape }).prefault({}),
  rules: rulesOption.describe('`{ when: { tool, origin, risk, role, name, url, text }, then, mode }`; see risk.md.'),
  approval: approvalOptions.prefault({}),
  vault: vaultOptions.prefault({}),
  credentials: credentialsOptions.prefault({}),
  sessions: sessionsOptions.prefault({}),
  container: containerOptions.prefault({}),
  results: z
    .enum(['text', 'structured'])
    .default('text')
    .describe(
      '`text`: the model reads text, and facts for programs stand in `_meta`. `structured` adds them as `structuredContent`, which several hosts then show to the model in place of the text.',
    ),
  snapshot: snapshotOptions.prefault({}),
  audit: auditOptions.prefault({}),
  http: httpOptions.prefault({}),
  teams: teamsOption.describe(
    'By name: `tokenFile`, `capabilities`, `tools`, `browser.allowed_domains` (absent: as `network.allow`; empty: none), `browser.timeout_ms`. Each narrows the whole.',
  ),
});

export const configSchema = keys.superRefine(checkAttach);

export type Config = Readonly<z.output<typeof configSchema>>;
