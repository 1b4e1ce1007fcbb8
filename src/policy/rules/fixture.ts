import type { Call, ElementFacts, ElementIntent, ElementTarget, CallFacts, UrlFacts } from '../../core/index.js';
import { confirmRequiredOption, originOptions, rulesOption } from '../options.js';
import type { Confirmation, PolicyOptions } from '../options.js';
import { compilePolicy } from '../policy.js';
import type { Policy } from '../policy.js';

/** For tests: a policy as the configuration would make it, but that risk asks only where a test says so. */
export function policy(
  network: object = {},
  rules: object[] = [],
  confirm: readonly Confirmation[] = [],
  approval: Partial<NonNullable<PolicyOptions['approval']>> = {},
): Policy {
  return compilePolicy({
    network: originOptions.parse(network),
    rules: rulesOption.parse(rules),
    confirmRequired: confirmRequiredOption.parse(confirm),
    approval: { from: 'never', trustedDomains: [], sensitiveDomains: [], ...approval },
  });
}

export function call(change: Partial<Call>): Call {
  return {
    tool: 'browser_click',
    capability: 'action',
    effect: 'act',
    principal: { id: 'local' },
    scope: { principal: 'local', session: 'default' },
    targets: [],
    arguments: {},
    ...change,
  };
}

export function at(intent: ElementIntent, text?: string): ElementTarget {
  return { kind: 'element', at: { by: 'ref', ref: 'e1' }, intent, ...(text !== undefined && { text }) };
}

export const HERE = 'https://shop.example.com/cart';
const HERE_FACTS: UrlFacts = {
  kind: 'web',
  url: HERE,
  origin: 'https://shop.example.com',
  scheme: 'https',
  host: 'shop.example.com',
  port: 443,
  name: 'public',
  opened: false,
};

/** What is seen on a page, with at most one element. */
export function factsWith(
  element?: { readonly target: ElementTarget; readonly facts: Partial<ElementFacts> },
  page: { readonly url: string; readonly facts: UrlFacts } = { url: HERE, facts: HERE_FACTS },
): CallFacts {
  const origin = new URL(page.url).origin;
  const facts: ElementFacts = {
    ...{ ref: 'e1', role: 'button', name: 'Buy now', tag: 'button', frameOrigin: origin, document: 'd1' },
    ...{ editable: false, disabled: false, fingerprint: 'f' },
    ...element?.facts,
  };
  return {
    page: { tab: 't1', url: page.url, origin, document: 'd1' },
    pageUrl: page.facts,
    elements: new Map(element === undefined ? [] : [[element.target, facts]]),
    urls: new Map(),
    granted: [],
  };
}
