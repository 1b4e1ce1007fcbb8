import { z } from 'zod';
import { approvalOptions } from '../approval/options.js';
import { auditOptions, diagnosticsOptions } from '../audit/options.js';
import {
  browserOptions,
  checkProvider,
  containerOptions,
  remoteOptions,
  relayOptions,
  sessionsOptions,
  snapshotOptions,
  storageOptions,
} from '../browser/options.js';
import { CAPABILITIES, capabilityNames } from '../core/index.js';
import type { Capability } from '../core/index.js';
import { captchaOptions, networkOptions } from '../network/options.js';
import { pluginsOption } from '../plugins/options.js';
import { confirmRequiredOption, originOptions, rulesOption } from '../policy/options.js';
import { httpOptions } from '../transports/options.js';
import { credentialsOptions, vaultOptions } from '../vault/options.js';
import { refuseLaterSettings } from './later-settings.js';
import { teamsOption } from './teams.js';

/** The capabilities of a configuration that names none. */
export const DEFAULT_CAPABILITIES: readonly Capability[] = capabilityNames().filter(
  (name) => CAPABILITIES[name].default,
);

const capabilitiesOption = z.array(z.enum(capabilityNames())).default([...DEFAULT_CAPABILITIES]);

/** The options of every module under the operator's keys; an unknown key refuses to start. */
const keys = z.strictObject({
  version: z.literal(1).default(1).describe('Of this file.'),
  capabilities: capabilitiesOption.describe('What the agent has tools for; see tools.md.'),
  confirmRequired: confirmRequiredOption.describe('What asks a person whatever its risk; see risk.md.'),
  browser: browserOptions.prefault({}),
  network: z.strictObject({ ...originOptions.shape, ...networkOptions.shape }).prefault({}),
  rules: rulesOption.describe('`{ when: { tool, origin, risk, role, name, url, text }, then, mode }`; see risk.md.'),
  approval: approvalOptions.prefault({}),
  vault: vaultOptions.prefault({}),
  credentials: credentialsOptions.prefault({}),
  sessions: sessionsOptions.prefault({}),
  container: containerOptions.prefault({}),
  remote: remoteOptions.prefault({}),
  relay: relayOptions.prefault({}),
  plugins: pluginsOption.describe(
    'Programs of others that add tools: `{ path, capabilities }`, from the file alone; see plugins.md.',
  ),
  results: z
    .enum(['text', 'structured'])
    .default('text')
    .describe(
      '`text`: the model reads text, and facts for programs are in `_meta`. `structured` adds them as `structuredContent`, which several hosts then show to the model in place of the text.',
    ),
  snapshot: snapshotOptions.prefault({}),
  storage: storageOptions.prefault({}),
  audit: auditOptions.prefault({}),
  diagnostics: diagnosticsOptions.prefault({}),
  captcha: captchaOptions.prefault({}),
  http: httpOptions.prefault({}),
  teams: teamsOption.describe(
    'By name: `tokenFile`, `capabilities`, `tools`, `calls_per_second`, `approvers`, and `browser` (absent: no browser) with `allowed_domains` (absent: as `network.allow`; empty: none), `blocked_domains`, `timeout_ms`, `max_sessions`, `identities`, and the limits of each session: `memory`, `cpu_seconds`, `max_tabs`, `max_frames`, `max_downloads`, `download_mb`, `response_mb`, `session_seconds` and `max_actions`. Each narrows the whole; see teams.md.',
  ),
});

export const configSchema = keys.superRefine(refuseLaterSettings).superRefine((config, context) => {
  for (const { path, message } of checkProvider(config)) context.addIssue({ code: 'custom', path, message });
});

export type Config = Readonly<z.output<typeof configSchema>>;
