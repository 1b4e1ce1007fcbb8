import { Failure, NO_FACTS, onePageLine, PageText, quotedPageLine } from '../core/index.js';
import type {
  Call,
  Closing,
  Credentials,
  Data,
  DataObject,
  Egress,
  Fetch,
  Identities,
  Intent,
  Json,
  JsonObject,
  Output,
  People,
  Prepared,
  Record,
  Scope,
  SecretRegistry,
  Sessions,
  CallFacts,
  Tool,
  Verdict,
} from '../core/index.js';
import { maskForRecord } from '../masking/index.js';
import type { Policy } from '../policy/index.js';
import type { ActiveCalls } from './active-calls.js';
import type { ClientNames } from './client-names.js';
import type { Conversations } from './conversations.js';
import type { Gate } from './gate.js';
import type { CallRequest } from './gateway.js';
import type { SecretWarnings } from './secret-warnings.js';
import type { SessionPolicy } from './session-policy.js';
import type { Stops } from './stops.js';
import type { Pictured, Thumbnails } from './thumbnails.js';

export interface PathDeps {
  readonly gate: Gate;
  /** `structured`: facts leave as structuredContent too, and tools list their outputSchema. */
  readonly results?: 'text' | 'structured' | undefined;
  readonly policy: Policy;
  readonly sessions: Sessions;
  readonly people: People;
  readonly fetch: Fetch;
  readonly secrets: SecretRegistry;
  /** Absent where identities are not used. */
  readonly identities?: Identities | undefined;
  readonly credentials: { readonly provider: Credentials; readonly revealTotp: boolean };
  readonly record: Record;
  readonly egress: Pick<Egress, 'describe' | 'recheck'>;
  readonly sessionPolicy: SessionPolicy;
  readonly underWay: ActiveCalls;
  /** Absent where the record has no pictures. */
  readonly thumbnails?: Thumbnails | undefined;
  readonly secretWarnings: SecretWarnings;
  /** Absent: clients are not told apart. */
  readonly clients?: ClientNames | undefined;
  readonly conversations?: Conversations | undefined;
  /** Absent: nobody can stop a caller. */
  readonly stops?: Stops | undefined;
  /** An approval is denied `approvalMs` after a person saw it, and `approvalMaxMs` after it was asked. */
  readonly times: Readonly<{ [time in 'callMs' | 'hardMs' | 'approvalMs' | 'approvalMaxMs']: number }>;
}

/** What is learnt on the way, for the record. */
export interface Trail {
  tool?: Tool;
  scope?: Scope;
  origin?: string;
  url?: string;
  /** The page that is left. */
  from?: string;
  /** Role and name of what is acted on. */
  element?: string;
  verdict?: Verdict;
  approver?: string;
  /** The standing leave of a person that covered the call. */
  grant?: string;
  /** What a person approved. */
  digest?: string;
  observed?: readonly string[];
  /** For the agent, beside the result. */
  notice?: string | undefined;
  /** For when the answer is on its way. */
  picture?: ((call: Pictured) => void) | undefined;
}

/** A longer argument list than any tool could use is not even parsed. */
const MAX_ARGUMENT_BYTES = 2_000_000;

export function callFrom(tool: Tool, prepared: Prepared, request: CallRequest, client: string | undefined): Call {
  const { session, tab, targets, reason } = prepared;
  const scope: Scope = {
    principal: request.principal.id,
    ...(client === undefined ? {} : { client }),
    session,
    ...(tab === undefined ? {} : { tab }),
  };
  const { name, capability, effect, risk } = tool;
  return {
    tool: name,
    capability,
    effect,
    ...(risk === undefined ? {} : { risk }),
    principal: request.principal,
    scope,
    targets,
    arguments: prepared.arguments,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Step 4: what is there, without touching it. */
export async function lookAtTargets(deps: PathDeps, tool: Tool, call: Call, signal: AbortSignal): Promise<CallFacts> {
  const { sessions, egress, sessionPolicy } = deps;
  sessionPolicy.meet(call.scope, call.principal.team);
  // A tool that neither touches a page nor asks about one has nothing to do with the session's.
  const concerned = tool.needs.some((port) => port === 'page' || port === 'people');
  const { page, elements, isAttached } = concerned ? await sessions.look(call.scope, call.targets, signal) : NO_FACTS;
  const urls = new Map(
    call.targets.flatMap((target) =>
      target.kind === 'url'
        ? [[target, sessionPolicy.openedFor(call.scope, egress.describe(target.url))] as const]
        : [],
    ),
  );
  const pageUrl = page === undefined ? undefined : sessionPolicy.openedFor(call.scope, egress.describe(page.url));
  const identity = page === undefined ? undefined : sessionPolicy.identityAt(call.scope, page.origin);
  return {
    page,
    elements,
    urls,
    pageUrl,
    identity,
    isAttached,
    granted: sessionPolicy.grantsOf(call.scope),
    declinedPorts: sessionPolicy.declinedPorts(call.scope),
  };
}

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
  const fields: JsonObject = isObject(given) ? given : { input: given };
  const { session = 'default' } = fields;
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

/** What is to become a secret is none yet, and a misspelled argument holds it as well: only these are recorded. */
function hideValues(tool: string, input: unknown): unknown {
  if (tool !== 'register_secret' || typeof input !== 'object' || input === null) return input;
  const shown = new Set(['name', 'scope', 'session', 'tab']);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => (shown.has(key) ? [key, value] : ['…', '***'])),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function closingOf(
  call: string,
  trail: Trail,
  outcome: Output | Failure,
  durationMs: number,
  mask: (text: string) => string,
): Closing {
  const { verdict, approver, grant, digest, origin, url, from, element, observed = [] } = trail;
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

/** No raw message ever reaches the model: what is not a Failure is a fault of ours, and its text goes to the record. */
export function asFailure(error: unknown, signal: AbortSignal, note: (text: string) => void): Failure {
  if (error instanceof Failure) {
    if (error.code === 'internal.fault') tryNote(note, error);
    return error;
  }
  if (signal.aborted) return new Failure('call.cancelled');
  tryNote(note, error);
  return new Failure('internal.fault');
}

function tryNote(note: (text: string) => void, error: unknown): void {
  try {
    note(
      error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : 'a value that is no Error was thrown',
    );
  } catch {
    // The record is broken: step 11 finds that out again and refuses the answer.
  }
}

export function refuseOversized(input: unknown): void {
  if (sizeOfInput(input, MAX_ARGUMENT_BYTES) > MAX_ARGUMENT_BYTES) throw new Failure('call.too-large', 'at most 2 MB');
}

/** Counts characters and keys without building a string; stops once it is too much. */
function sizeOfInput(value: unknown, most: number): number {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && size <= most) {
    const next = pending.pop();
    if (typeof next === 'string') size += next.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        size += key.length + 1;
        pending.push(item);
      }
    } else size += 8;
  }
  return size;
}
