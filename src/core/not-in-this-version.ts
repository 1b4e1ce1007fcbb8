import { capabilityNames } from './capabilities.js';
import type { Capability } from './capabilities.js';

/**
 * Names that are known and not in this version: the configuration refuses them with `config.not-here-yet`, calls of the
 * tools are answered with `policy.capability-off`, and doctor, explain and the generated docs read the same rows.
 * A feature that lands deletes its row here; nothing else has to change.
 */
export const NOT_IN_THIS_VERSION: NotInThisVersion = {
  /** Each with the tools that it will have. */
  capabilities: {},
  /** Configuration keys, with the only values that this version can honour. */
  settings: {
    'snapshot.excludeHiddenElements': [true],
  },
  variables: [],
};

interface NotInThisVersion {
  readonly capabilities: Readonly<Partial<Record<Capability, readonly string[]>>>;
  readonly settings: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  readonly variables: readonly string[];
}

export function isCapabilityHere(capability: Capability): boolean {
  return NOT_IN_THIS_VERSION.capabilities[capability] === undefined;
}

/** The capability of a tool that this version does not have. */
export function capabilityOfLaterTool(tool: string): Capability | undefined {
  return capabilityNames().find((capability) => NOT_IN_THIS_VERSION.capabilities[capability]?.includes(tool));
}

/** Whether this version can honour the value of a key; keys without a row can. */
export function isSettingHere(key: string, value: unknown): boolean {
  const taken = NOT_IN_THIS_VERSION.settings[key];
  return taken === undefined || value === undefined || taken.some((known) => known === value);
}
