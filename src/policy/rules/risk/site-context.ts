import { getDomain } from 'tldts';
import type { ElementFacts, CallFacts } from '../../../core/index.js';
import { matchesAny, readOrigin } from '../../origin-pattern.js';
import type { Policy } from '../../policy.js';
import { isSensitivePlace } from '../../sensitive-place.js';
import type { VisitedPlace } from '../../sensitive-place.js';
import type { Risk } from './risk.js';

/** Where something happens: what the operator thinks of the page, and of the frame in it. */
export interface SiteContext {
  readonly page?: VisitedPlace;
  readonly isSensitive: boolean;
  readonly isTrusted: boolean;
  readonly hasIdentity: boolean;
}

export function siteContextOf(policy: Policy, callFacts: CallFacts, element?: ElementFacts): SiteContext {
  const page = callFacts.pageUrl?.kind === 'web' ? callFacts.pageUrl : undefined;
  const inFrame = element !== undefined && element.frameOrigin !== callFacts.page?.origin;
  const origin = inFrame ? readOrigin(element.frameOrigin) : undefined;
  const frame = origin === undefined ? undefined : { ...origin, url: `${element?.frameOrigin ?? ''}/` };
  // A frame is trusted for itself: somebody else's form inside a trusted page is somebody else's.
  const acted = inFrame ? frame : page;
  return {
    ...(page !== undefined && { page }),
    isSensitive: [page, frame].some((place) => place !== undefined && isSensitivePlace(policy.sensitive, place)),
    isTrusted: acted !== undefined && matchesAny(policy.trusted, acted),
    hasIdentity: callFacts.identity !== undefined || callFacts.isAttached === true,
  };
}

/** The operator's word on the place: a trusted one lowers medium, a sensitive one raises it, and neither does more. */
export function adjustForSite(
  risk: Risk,
  { isSensitive, isTrusted }: Pick<SiteContext, 'isSensitive' | 'isTrusted'>,
): Risk {
  if (risk.level !== 'medium') return risk;
  if (isSensitive) return { level: 'high', because: `${risk.because}, on a sensitive site` };
  return isTrusted ? { level: 'low', because: `${risk.because}, on a trusted site` } : risk;
}

export function isSameDomain(one: string, other: string): boolean {
  return one === other || siteOf(one) === siteOf(other);
}

// A page of another user below a shared host (`a.github.io`) is another domain.
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
