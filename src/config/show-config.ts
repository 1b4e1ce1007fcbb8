import type { Config } from './schema.js';
import { isMapping, showPath } from './settings.js';

export interface ShownConfig {
  readonly whole: unknown;
  /** One for each value; a list is one value. */
  readonly leaves: readonly { readonly key: string; readonly shown: string }[];
}

const ABSENT_MEANS: Readonly<Record<string, string>> = {
  'network.allow': 'absent: every public origin',
  'network.load': 'absent: the same as network.allow',
  'browser.executablePath': 'absent: found by itself',
  'sessions.timeoutSeconds': 'absent: 300 for a team, else 28800',
  'sessions.responseMb': 'absent: 2000 for a team, else no limit',
};

/** The configuration as a person may see it: passwords inside addresses are hidden. */
export function showConfig(config: Config): ShownConfig {
  const whole = hideSecrets(config);
  const leaves = leavesOf(whole, []);
  const absent = Object.entries(ABSENT_MEANS).filter(([key]) => !leaves.some((leaf) => leaf.key === key));
  const all = [...leaves, ...absent.map(([key, shown]) => ({ key, shown: `(${shown})` }))];
  return { whole, leaves: all.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

function hideSecrets(value: unknown): unknown {
  // Up to the last @, because a password may have one.
  if (typeof value === 'string') return value.replace(/(?<=\/\/)[^/\s]+(?=@)/gu, '***');
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isSecretKey(key) ? '***' : hideSecrets(inner)]),
  );
}

/** `tokenFile` and `secretFile` name places, not secrets. */
function isSecretKey(key: string): boolean {
  return /(secret|password|token|apiKey)$/iu.test(key);
}

function leavesOf(value: unknown, path: readonly string[]): { key: string; shown: string }[] {
  if (isMapping(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
  }
  return value === undefined ? [] : [{ key: showPath(path), shown: JSON.stringify(value) }];
}
