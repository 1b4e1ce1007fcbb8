import { findKnownPlace } from '../../known-places.js';
import type { KnownPlace } from '../../known-places.js';
import { matchesAny } from '../../origin-pattern.js';
import type { Policy } from '../../policy.js';
import { isSensitivePlace } from '../../sensitive-place.js';
import type { VisitedPlace } from '../../sensitive-place.js';
import { pathIntent } from './path-intent.js';
import { maxRisk } from './risk.js';
import type { Risk } from './risk.js';
import { isSameDomain } from './site-context.js';

/** Opening an address: the same domain is low, a new one medium, a sensitive place high, and what erases by GET too. */
export function navigationRisk(policy: Policy, to: VisitedPlace, from: VisitedPlace | undefined): Risk {
  return maxRisk(arrivalRisk(policy, to, from), pathRisk(to.url, to.url, 'get'));
}

/** A link inside a sensitive place asks nothing more: the person said yes when it was entered. */
export function linkRisk(policy: Policy, to: VisitedPlace, from: VisitedPlace | undefined): Risk {
  const isInside = from !== undefined && from.host === to.host && isSensitivePlace(policy.sensitive, from);
  if (isInside) return maxRisk(SAME, pathRisk(to.url, to.url, 'get'));
  return navigationRisk(policy, to, from);
}

const SAME: Risk = { level: 'low', because: 'opens a page of the same domain' };

const KNOWN: Readonly<Record<KnownPlace, Risk>> = {
  mail: { level: 'high', because: "opens somebody's mail" },
  bank: { level: 'high', because: 'opens a bank' },
  admin: { level: 'high', because: 'opens an admin panel' },
  settings: { level: 'medium', because: 'opens settings, an account or billing' },
};

function arrivalRisk(policy: Policy, to: VisitedPlace, from: VisitedPlace | undefined): Risk {
  if (isSensitivePlace(policy.sensitive, to)) return { level: 'high', because: 'opens a sensitive site' };
  const entered = knownEntered(policy, to, from);
  if (entered !== undefined && entered !== 'settings') return KNOWN[entered];
  const isSame = from !== undefined && isSameDomain(from.host, to.host);
  if (isSame && entered === undefined) return SAME;
  if (matchesAny(policy.trusted, to)) return { level: 'low', because: 'opens a trusted site' };
  return isSame ? KNOWN.settings : { level: 'medium', because: 'opens a new domain' };
}

/** The built-in place that is entered. Within it the person has said yes already, and what is done there has a risk of its own. */
function knownEntered(policy: Policy, to: VisitedPlace, from: VisitedPlace | undefined): KnownPlace | undefined {
  const place = policy.knowsPlaces && !isSensitivePlace(policy.exempt, to) ? findKnownPlace(to) : undefined;
  const isInside = from !== undefined && from.host === to.host && findKnownPlace(from) === place;
  return isInside ? undefined : place;
}

/** The risk of an address by its own words: of a link, or of a form that is sent to it. */
export function pathRisk(address: string, base: string, method: 'get' | 'post'): Risk {
  switch (pathIntent(address, base, method)) {
    case 'pay':
      return { level: 'critical', because: 'its address says that it pays' };
    case 'close-account':
      return { level: 'critical', because: 'its address says that it closes an account' };
    case 'erase':
      return { level: 'high', because: 'its address says that it deletes' };
    case 'send':
      return { level: 'high', because: 'its address says that it sends or unsubscribes' };
    case 'change-others':
    case 'save':
    case 'confirm':
    case 'tidy':
    case 'look':
      return { level: 'low', because: 'its address names no risky action' };
  }
}
