import { describeQuestion, isJsonObject } from '../core/index.js';
import type {
  AskedElement,
  AskedFacts,
  AskedField,
  AskedForm,
  Call,
  ElementFacts,
  ElementTarget,
  FieldFacts,
  FormFacts,
  GrantKind,
  JsonObject,
  PendingQuestion,
  CallFacts,
  Verdict,
} from '../core/index.js';
import { maskForRecord } from '../masking/index.js';
import { pressedBy } from '../policy/index.js';

type Asking = Extract<Verdict, { kind: 'ask' }>;
type Mask = (text: string) => string;

interface ShownFacts {
  readonly rule: string;
  /** The elements to show, in their order. */
  readonly targets: readonly ElementTarget[];
  readonly agentSays: string | undefined;
}

/** The facts of the action for the person who is asked, masked like every other output. */
export function approvalFacts(
  call: Call,
  callFacts: CallFacts,
  { rule, targets, agentSays }: ShownFacts,
  mask: Mask,
): AskedFacts {
  const urls = [...callFacts.urls.values()].flatMap((url) => (url.kind === 'web' ? [mask(url.url)] : []));
  return {
    rule,
    arguments: {
      ...asObject(maskForRecord(call.arguments, mask)),
      ...wholeScript(call, mask),
      ...manifestOf(callFacts, mask),
      ...pageToolOf(call, callFacts, mask),
    },
    ...(agentSays === undefined ? {} : { agentSays: mask(agentSays).slice(0, 500) }),
    ...(callFacts.page === undefined ? {} : { url: mask(callFacts.page.url.replace(/[?#].*$/u, '')).slice(0, 500) }),
    goesTo: urls.map((url) => url.slice(0, 500)),
    elements: targets.flatMap((target) => {
      const facts = callFacts.elements.get(target);
      if (facts === undefined) return [];
      return [facts, ...pressedBy(target, facts)].map((one) => askedElement(one, mask));
    }),
  };
}

/** The record keeps the beginning of a long argument; of a script a person must see all. */
function wholeScript({ arguments: { expr } }: Call, mask: Mask): JsonObject {
  return typeof expr === 'string' ? { expr: mask(expr) } : {};
}

/** What an extension asks for is in its own words: all of it, so that nothing is said yes to unread. */
function manifestOf({ extension }: CallFacts, mask: Mask): JsonObject {
  if (extension === undefined) return {};
  const { name, version, asksFor } = extension;
  return { manifest: [`${name} ${version}`, ...asksFor].map((line) => mask(line)) };
}

/** A tool of the page is in the page's words; its arguments are shown whole, like a script. */
function pageToolOf({ arguments: { args } }: Call, { pageTool }: CallFacts, mask: Mask): JsonObject {
  if (pageTool === undefined) return {};
  const { name, description, claims } = pageTool;
  const given = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  return { pageTool: [name, description, claims.join(', '), given].map((line) => mask(line)) };
}

function askedElement(facts: ElementFacts, mask: Mask): AskedElement {
  const { role, name, shown, frameOrigin, href, around, form } = facts;
  const cut = (text: string): string => mask(text).slice(0, 500);
  return {
    role,
    name: cut(name),
    ...(shown === undefined ? {} : { shown: cut(shown) }),
    frameOrigin: mask(frameOrigin),
    ...(href === undefined ? {} : { href: cut(href) }),
    ...(around === undefined ? {} : { around: askedAround(around, cut) }),
    ...(form === undefined ? {} : { form: askedForm(form, cut) }),
  };
}

function askedForm(form: FormFacts, cut: Mask): AskedForm {
  const { method, action, query = '', queryMore, encoding, target, submitName, amount, fields, moreFields = 0 } = form;
  return {
    method,
    action: cut(action + query),
    ...(queryMore === undefined ? {} : { actionMore: queryMore }),
    ...(encoding === undefined ? {} : { encoding: cut(encoding) }),
    ...(target === undefined ? {} : { target: cut(target) }),
    ...(submitName === undefined ? {} : { submit: cut(submitName) }),
    ...(amount === undefined ? {} : { amount: cut(amount) }),
    ...(fields === undefined ? {} : { fields: fields.map((field) => askedField(field, cut)) }),
    ...(moreFields === 0 ? {} : { moreFields }),
  };
}

function askedField({ name, value, more, isUnreadable }: FieldFacts, cut: Mask): AskedField {
  return {
    name: cut(name),
    value: cut(value),
    ...(more === undefined ? {} : { more }),
    ...(isUnreadable === undefined ? {} : { isUnreadable }),
  };
}

function askedAround({ says, amount }: NonNullable<ElementFacts['around']>, cut: Mask) {
  return {
    ...(says === undefined ? {} : { says: cut(says) }),
    ...(amount === undefined ? {} : { amount: cut(amount) }),
  };
}

/**
 * What a person may allow for a while: the same tool, for the same reason, where nothing else is concerned than the
 * origins that they were shown.
 */
export function grantKindOf(call: Call, callFacts: CallFacts, { rule, reason, risk }: Asking): GrantKind | undefined {
  // A grant would cover every other extension, or every other tool of the page, unread.
  const isUnread = callFacts.extension !== undefined || callFacts.pageTool !== undefined;
  if (risk === undefined || risk === 'critical' || isUnread) return undefined;
  const elements = [...callFacts.elements].flatMap(([target, facts]) => [facts, ...pressedBy(target, facts)]);
  const addresses = elements.flatMap(({ href, form }) => [href, form?.action]);
  const origins = [
    callFacts.page?.origin,
    ...elements.map(({ frameOrigin }) => frameOrigin),
    ...addresses.map((address) => (address === undefined ? undefined : originOf(address))),
    ...[...callFacts.urls.values()].map((url) => (url.kind === 'web' ? url.origin : 'null')),
  ];
  const concerned = [...new Set(origins.filter((origin) => origin !== undefined))].sort();
  // An opaque origin is nobody in particular: there is nothing to grant it to.
  if (concerned.length === 0 || concerned.includes('null')) return undefined;
  return { principal: call.principal.id, tool: call.tool, origins: concerned, rule, reason, risk };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** The question in the words of every channel, for a client that shows plain text. */
export function questionMessage(question: PendingQuestion): string {
  const whose = { gateway: '', agent: " (the agent's words)", page: ' (text of the page)' };
  const rows = describeQuestion(question).map(({ from, label, text }) => `${label}${whose[from]}: ${text}`);
  const head =
    question.kind === 'approve' ? `May the agent do this? ${question.tool}` : 'The agent asks you something.';
  return [head, ...rows].join('\n');
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
