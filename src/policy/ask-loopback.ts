import type { Call, CallFacts, Verdict, WebUrlFacts } from '../core/index.js';
import { decide } from './decide.js';
import { privateEntry } from './judge-address.js';
import type { Policy } from './policy.js';

export const OPEN_LOOPBACK = 'open_loopback';

/**
 * The verdict on one call, where a person may open a port of this machine: if nothing but the address rule is against a
 * navigation of the agent's own, a person is asked. What a page does by itself is never asked about, and neither is one
 * of our own listeners.
 */
export function decideOrAsk(policy: Policy, call: Call, callFacts: CallFacts): Verdict {
  const verdict = decide(policy, call, callFacts);
  if (verdict.kind !== 'deny' || verdict.rule !== 'private-address' || !policy.askLoopback) return verdict;
  const closed = closedLoopback(call, callFacts);
  if (closed === undefined) return verdict;
  const opened = decide(policy, call, withOpened(callFacts));
  if (opened.kind === 'deny') return verdict;
  const reason = `open ${privateEntry(closed)} for this session?`;
  return { kind: 'ask', rule: OPEN_LOOPBACK, reason, ...(opened.risk && { risk: opened.risk }) };
}

function closedLoopback({ effect }: Call, callFacts: CallFacts): WebUrlFacts | undefined {
  if (effect !== 'leave' && effect !== 'navigate') return undefined;
  const urls = [...callFacts.urls.values()].filter((url) => url.kind === 'web');
  return urls.find(({ isLoopback, port }) => isLoopback === true && callFacts.declinedPorts?.includes(port) !== true);
}

function withOpened(callFacts: CallFacts): CallFacts {
  const urls = [...callFacts.urls].map(
    ([target, url]) => [target, url.kind === 'web' ? loopbackUrl(url) : url] as const,
  );
  return { ...callFacts, urls: new Map(urls) };
}

/** The same address, open. */
export function loopbackUrl(url: WebUrlFacts): WebUrlFacts {
  if (url.isLoopback !== true) return url;
  return { ...url, isOpened: true, ...(url.literal && { literal: { ...url.literal, isOpened: true } }) };
}
