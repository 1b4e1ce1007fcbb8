import type { Call, Sight, Verdict, WebUrlFacts } from '../core/index.js';
import { decide } from './decide.js';
import { privateEntry } from './judge-address.js';
import type { Policy } from './policy.js';

export const OPEN_LOOPBACK = 'open_loopback';

/**
 * The verdict on one call, where a person may open a port of this machine: if nothing but the address rule is against a
 * navigation of the agent's own, a person is asked. What a page does by itself is never asked about, and neither is one
 * of our own listeners.
 */
export function decideOrAsk(policy: Policy, call: Call, sight: Sight): Verdict {
  const verdict = decide(policy, call, sight);
  if (verdict.kind !== 'deny' || verdict.rule !== 'private-address' || !policy.askLoopback) return verdict;
  const closed = closedLoopback(call, sight);
  if (closed === undefined) return verdict;
  const opened = decide(policy, call, withOpened(sight));
  if (opened.kind === 'deny') return verdict;
  const reason = `open ${privateEntry(closed)} for this session?`;
  return { kind: 'ask', rule: OPEN_LOOPBACK, reason, ...(opened.risk && { risk: opened.risk }) };
}

function closedLoopback({ effect }: Call, sight: Sight): WebUrlFacts | undefined {
  if (effect !== 'leave' && effect !== 'navigate') return undefined;
  const urls = [...sight.urls.values()].filter((url) => url.kind === 'web');
  return urls.find(({ isLoopback, port }) => isLoopback === true && sight.declinedPorts?.includes(port) !== true);
}

function withOpened(sight: Sight): Sight {
  const urls = [...sight.urls].map(([target, url]) => [target, url.kind === 'web' ? openedUrl(url) : url] as const);
  return { ...sight, urls: new Map(urls) };
}

/** The same address, open. */
export function openedUrl(url: WebUrlFacts): WebUrlFacts {
  if (url.isLoopback !== true) return url;
  return { ...url, opened: true, ...(url.literal && { literal: { ...url.literal, opened: true } }) };
}
