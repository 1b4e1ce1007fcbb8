import type { Capability } from './capabilities.js';
import { stricterLimits } from './session-limits.js';
import type { SessionLimits } from './session-limits.js';

/** Where a person answers questions; `host` is the program that has the gateway inside. */
export const CHANNEL_NAMES = ['elicitation', 'console', 'cli', 'webhook', 'host'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** How a caller has less than the whole. What is absent narrows nothing; an empty list leaves nothing. */
export interface Team {
  readonly name: string;
  /** False: tools that need a browser are listed, and each call of them is refused. */
  readonly hasBrowser: boolean;
  readonly capabilities?: readonly Capability[];
  /** Tool names, `*` at the end allowed. */
  readonly tools?: readonly string[];
  /** Lists of origins: one that is not in every list is closed. */
  readonly allowedDomains?: readonly (readonly string[])[];
  readonly blockedDomains?: readonly string[];
  readonly timeoutMs?: number;
  readonly maxSessions?: number;
  readonly callsPerSecond?: number;
  /** Of each of its sessions, beside those of the whole. */
  readonly limits?: SessionLimits;
  /** By name: identities of the vault, and accounts of the password manager. */
  readonly identities?: readonly string[];
  /** Where a person answers this team's questions. */
  readonly approvers?: readonly ChannelName[];
}

/**
 * What both leave. For sessions that are open while a team changes: nothing that was closed when they began is open to
 * them, and nothing that is closed now.
 */
export function stricterTeam(one: Team, other: Team): Team {
  return {
    name: other.name,
    hasBrowser: one.hasBrowser && other.hasBrowser,
    capabilities: inBoth(one.capabilities, other.capabilities),
    tools: toolsInBoth(one.tools, other.tools),
    allowedDomains: joined(one.allowedDomains, other.allowedDomains),
    blockedDomains: joined(one.blockedDomains, other.blockedDomains),
    timeoutMs: least(one.timeoutMs, other.timeoutMs),
    maxSessions: least(one.maxSessions, other.maxSessions),
    callsPerSecond: least(one.callsPerSecond, other.callsPerSecond),
    limits: one.limits && other.limits ? stricterLimits(one.limits, other.limits) : (one.limits ?? other.limits),
    identities: inBoth(one.identities, other.identities),
    approvers: inBoth(one.approvers, other.approvers),
  };
}

/** Is the tool in a list of names, of which some end in `*`? */
export function isToolIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

function inBoth<Item>(
  one: readonly Item[] | undefined,
  other: readonly Item[] | undefined,
): readonly Item[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((item) => other.includes(item));
}

/** Of two patterns that overlap the one that says more is what both have. */
function toolsInBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = [...one.filter((name) => isToolIn(other, name)), ...other.filter((name) => isToolIn(one, name))];
  return [...new Set(both)];
}

/** Nothing twice: a file that is written again and again makes no list longer. */
function joined<Item>(
  one: readonly Item[] | undefined,
  other: readonly Item[] | undefined,
): readonly Item[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const known = new Set(one.map((item) => JSON.stringify(item)));
  return [...one, ...other.filter((item) => !known.has(JSON.stringify(item)))];
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
