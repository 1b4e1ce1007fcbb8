import { Failure } from '../core/index.js';
import type { Call, CallCaptcha, CallFacts, SendToProvider, UrlTarget } from '../core/index.js';
import { createMask } from '../masking/index.js';
import { decide } from '../policy/index.js';
import type { PathDeps } from './path-deps.js';

/**
 * The provider for one call. Its address is the operator's, and is judged like every other all the same: a list of sites
 * that does not name it refuses it. Of the page's own address only origin and path are told.
 */
export function captchaFor(deps: PathDeps, call: Call, callFacts: CallFacts, signal: AbortSignal): CallCaptcha {
  const { captcha, secrets } = deps;
  return {
    solve: (challenge) => {
      if (captcha?.base === undefined) throw new Failure('captcha.no-provider');
      const send = senderFor(deps, call, callFacts);
      const task = { ...challenge, pageUrl: placeOf(callFacts.page?.url) };
      // Nothing that is secret goes to the service, also what belongs to the page that shows the challenge.
      const text = JSON.stringify(task);
      if (createMask(secrets.all())(text) !== text) throw new Failure('policy.secret-leaving');
      return captcha.solve(call.scope, task, send, signal);
    },
  };
}

function placeOf(url = ''): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function senderFor(
  { fetch, policy, egress, sessionPolicy }: PathDeps,
  call: Call,
  callFacts: CallFacts,
): SendToProvider {
  return async (url, form, signal) => {
    const target: UrlTarget = { kind: 'url', url };
    const facts = sessionPolicy.openedFor(call.scope, egress.describe(url));
    const urls = new Map([[target, facts]]);
    const verdict = decide(policy, { ...call, targets: [target] }, { ...callFacts, urls });
    if (verdict.kind === 'deny') throw new Failure(verdict.code, "the provider's address: the operator can allow it");
    if (verdict.kind === 'ask' && verdict.rule === 'navigate_off_allowlist')
      throw new Failure('policy.origin-not-allowed', "the provider's address: the operator can allow it");
    const permission = {
      scope: call.scope,
      judgeRedirect: () => ({
        kind: 'deny' as const,
        rule: 'captcha',
        reason: 'a key follows no redirect',
        code: 'policy.denied' as const,
      }),
    };
    const headers: Record<string, string> =
      form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    return fetch.fetch(url, { method: form === undefined ? 'GET' : 'POST', headers, body }, permission, signal);
  };
}
