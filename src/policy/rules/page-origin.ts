import type { PageFacts, Target, UrlFacts, Verdict } from '../../core/index.js';
import { judgeVisit } from '../judge-egress.js';
import { judgeLists } from '../judge-lists.js';
import { readOrigin } from '../origin-pattern.js';
import type { Rule, Subject } from './rule.js';

/**
 * On a top page that may not be visited (a redirect or a script can lead to one) only what leads away from it works.
 * Empty and error pages hold nothing of their own: they can be read, and there is nothing to act on.
 */
export const pageOrigin: Rule = (subject, target) => {
  const { call, callFacts } = subject;
  if (call.effect === 'leave' || call.effect === 'navigate') {
    return target.kind === 'url' ? undefined : { kind: 'allow', rule: 'leave', reason: 'leads away from the page' };
  }
  if (callFacts.page === undefined) {
    if (target.kind === 'url') return undefined;
    return { kind: 'allow', rule: 'no-page', reason: 'the session has no page yet' };
  }
  if (callFacts.pageUrl === undefined) return outside("the page's address was not read");
  const verdict = judgePage(subject, target, callFacts.page, callFacts.pageUrl);
  // That the page may be visited does not allow the URL; the URL's own rules must.
  return verdict.kind === 'allow' && target.kind === 'url' ? undefined : verdict;
};

function judgePage({ policy, call, callFacts }: Subject, target: Target, page: PageFacts, url: UrlFacts): Verdict {
  const empty = url.kind === 'blank' || (url.kind === 'other-scheme' && url.scheme === 'chrome-error');
  if (empty) {
    const harmless = call.effect !== 'act' || target.kind === 'session';
    if (!harmless) return outside('there is nothing to act on here');
    return { kind: 'allow', rule: 'page-origin', reason: 'the page is empty' };
  }
  if (url.kind === 'web') {
    const verdict = judgeVisit(policy, call.principal.team, url, callFacts.granted);
    return verdict.kind === 'deny' ? { ...verdict, rule: 'page-origin', hint: HINT } : verdict;
  }
  // A blob page belongs to the origin that made it.
  const maker = url.kind === 'other-scheme' && url.scheme === 'blob' ? readOrigin(page.origin) : undefined;
  if (maker === undefined) return outside('the page is no http or https page');
  const team = call.principal.team;
  return judgeLists({ policy, team, granted: callFacts.granted }, { ...maker, origin: page.origin }, 'visit');
}

const HINT = 'Leave the page with browser_navigate, browser_go_back, browser_tabs or browser_close.';

function outside(reason: string): Verdict {
  return { kind: 'deny', rule: 'page-origin', reason, code: 'policy.origin-not-allowed', hint: HINT };
}
