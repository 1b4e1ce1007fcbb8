import { Failure, onePageLine, PageText, quotedPageLine, isJsonObject } from '../core/index.js';
import type { CallFacts, Closing, Data, DataObject, Intent, JsonObject, Output } from '../core/index.js';
import { maskForRecord } from '../masking/index.js';
import type { CallRequest } from './gateway.js';
import type { Trail } from './path-deps.js';

/** Where the call happens, for the record: at the address that it opens or fetches, or on the session's page. */
export function recordedPlace({ page, urls, elements }: CallFacts): Pick<Trail, 'origin' | 'url' | 'from' | 'element'> {
  const [opened] = urls;
  if (opened === undefined) {
    const named = [...elements.values()].slice(0, MAX_NAMED).map(({ role, name }) => elementText(role, name));
    return { origin: page?.origin, url: page?.url, ...(named.length > 0 && { element: named.join(', ') }) };
  }
  const [target, facts] = opened;
  const from = page === undefined ? {} : { from: page.url };
  return facts.kind === 'web' ? { origin: facts.origin, url: facts.url, ...from } : { url: target.url, ...from };
}

const MAX_NAMED = 5;

function elementText(role: string, name: string): string {
  return name === '' ? onePageLine(role, 40) : `${onePageLine(role, 40)} ${quotedPageLine(name, 80)}`;
}

/** Where the page was when the call was over, if the call says so and it is not where it was to be. */
function endOf(outcome: Output | Failure, { url, origin }: Trail): { ended?: string; endedOrigin?: string } {
  const navigation = outcome instanceof Failure ? undefined : outcome.data?.['navigation'];
  if (!isData(navigation) || navigation['changed'] !== true) return {};
  const { to } = navigation;
  if (!(to instanceof PageText)) return {};
  const endedOrigin = URL.canParse(to.text) ? new URL(to.text).origin : 'null';
  return {
    ...(withoutQuery(to.text) !== withoutQuery(url ?? '') && { ended: to.text }),
    ...(endedOrigin !== origin && endedOrigin !== 'null' && { endedOrigin }),
  };
}

function isData(value: Data | undefined): value is DataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PageText);
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/u, '');
}

export function intentOf(
  call: string,
  request: CallRequest,
  client: string | undefined,
  mask: (text: string) => string,
): Intent {
  const { input, principal, transport } = request;
  const given = maskForRecord(hideValues(request.tool, input) ?? {}, mask);
  const fields: JsonObject = isJsonObject(given) ? given : { input: given };
  const session = request.onlySession ?? fields['session'] ?? 'default';
  return {
    call,
    principal: principal.id,
    tool: mask(request.tool).slice(0, 100),
    session: typeof session === 'string' ? session.slice(0, 60) : 'default',
    transport,
    ...(client === undefined ? {} : { client: mask(client).slice(0, 100) }),
    ...(request.client === undefined ? {} : { program: mask(request.client).slice(0, 150) }),
    arguments: fields,
  };
}

/** Only these arguments are recorded: a value is not masked before it is registered, and a misspelled argument may hold it. */
function hideValues(tool: string, input: unknown): unknown {
  if (tool !== 'register_secret' || input === undefined || input === null) return input;
  if (typeof input !== 'object') return '***';
  const shown = new Set(['name', 'scope', 'session', 'tab']);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => (shown.has(key) ? [key, value] : ['…', '***'])),
  );
}

export function closingOf(
  call: string,
  trail: Trail,
  outcome: Output | Failure,
  durationMs: number,
  mask: (text: string) => string,
): Closing {
  const { verdict, approver, identity, grant, digest, origin, url, from, element, observed = [] } = trail;
  const { ended, endedOrigin } = endOf(outcome, trail);
  const address = (text: string): string => mask(withoutQuery(text)).slice(0, 500);
  const code = outcome instanceof Failure ? outcome.code : outcome.failure?.code;
  return {
    call,
    outcome: outcomeWord(code),
    durationMs,
    bytes: outcome instanceof Failure ? 0 : sizeOf(outcome),
    ...(code === undefined ? {} : { code }),
    ...(origin === undefined ? {} : { origin: mask(origin) }),
    ...(endedOrigin === undefined ? {} : { endedOrigin: mask(endedOrigin) }),
    ...(url === undefined ? {} : { url: address(url) }),
    ...(from === undefined ? {} : { from: address(from) }),
    ...(ended === undefined ? {} : { ended: address(ended) }),
    ...(element === undefined ? {} : { element: mask(element).slice(0, 500) }),
    ...(verdict === undefined ? {} : { verdict: verdict.kind, rule: verdict.rule, reason: verdict.reason }),
    ...(verdict?.risk === undefined ? {} : { risk: verdict.risk }),
    ...(approver === undefined ? {} : { approver }),
    ...(identity === undefined ? {} : { identity: mask(identity).slice(0, 200) }),
    ...(grant === undefined ? {} : { grant }),
    ...(digest === undefined ? {} : { digest }),
    ...(observed.length === 0 ? {} : { observed }),
  };
}

function outcomeWord(code: string | undefined): Closing['outcome'] {
  if (code === undefined) return 'ok';
  if (code === 'browser.outcome-unknown' || code === 'network.outcome-unknown') return 'unknown';
  if (code === 'approval.pending') return 'asked';
  return code.startsWith('policy.') || code.startsWith('approval.') ? 'denied' : 'failed';
}

function sizeOf({ parts }: Output): number {
  return parts.reduce((sum, part) => sum + ('image' in part ? part.image.length : part.text.length), 0);
}
