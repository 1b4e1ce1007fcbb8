import { Failure, NO_FACTS } from '../core/index.js';
import type {
  AddressFacts,
  Call,
  Capability,
  Egress,
  ElementFacts,
  ElementTarget,
  Tool,
  UrlFacts,
  UrlTarget,
  Verdict,
  WebUrlFacts,
} from '../core/index.js';
import { decide, decideOrAsk, judgeEgress } from '../policy/index.js';
import type { Policy } from '../policy/index.js';
import { TOOLS } from '../tools/index.js';
import { authorizeTool } from './authorize-tool.js';

export interface Explanation {
  readonly verdict: Verdict['kind'];
  readonly rule: string;
  readonly reason: string;
  readonly addresses: readonly AddressFacts[];
  readonly hint?: string;
}

export type Explained =
  | { readonly url: string }
  /** `on`: the address of the page that the call's elements would be on. */
  | { readonly tool: string; readonly args: unknown; readonly on?: string | undefined };

interface ExplainDeps {
  readonly policy: Policy;
  readonly capabilities: readonly Capability[];
  readonly egress: Pick<Egress, 'describe' | 'resolve' | 'resolvesElsewhere'>;
  /** The browser would be the operator's own. */
  readonly isAttached?: boolean;
}

const LOOKUP_MS = 5000;

/** The verdict of policy with its rule and reason, by the same functions as on the path and without a browser. */
export async function explain(deps: ExplainDeps, asked: Explained): Promise<Explanation> {
  const { policy, capabilities, egress, isAttached = false } = deps;
  const [name, args] = 'url' in asked ? ['browser_navigate', { url: asked.url }] : [asked.tool, asked.args];
  const tool = authorizedTool(capabilities, name);
  if (typeof tool === 'string') return { verdict: 'deny', rule: 'capability', reason: tool, addresses: [] };
  const call = prepareCall(tool, args);
  const urls = new Map<UrlTarget, UrlFacts>(
    call.targets.flatMap((target) => (target.kind === 'url' ? [[target, egress.describe(target.url)] as const] : [])),
  );
  if (call.targets.some(({ kind }) => kind === 'element')) {
    const on = ('on' in asked ? asked.on : undefined) ?? allowedPage(policy);
    return explainElements({ policy, isAttached }, call, on, egress.describe(on));
  }
  const verdict = namingOpened(decideOrAsk(policy, call, { ...NO_FACTS, urls, isAttached }), [...urls.values()]);
  const web = [...urls.values()].find((url) => url.kind === 'web');
  // A name that policy does not allow by itself is never looked up.
  if (web === undefined || verdict.kind !== 'allow') {
    return explained(verdict, web?.literal === undefined ? [] : [web.literal]);
  }
  try {
    const addresses = await egress.resolve(web, AbortSignal.timeout(LOOKUP_MS));
    if (addresses.length === 0 && egress.resolvesElsewhere === true && web.name === 'public') {
      return { ...explained(verdict, []), hint: 'It has no address here; the upstream proxy looks it up by itself.' };
    }
    const resolved = judgeEgress(policy, undefined, web, addresses);
    return explained(resolved.kind === 'deny' ? resolved : verdict, addresses);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { verdict: 'deny', rule: 'resolve', reason: `${error.code}: ${error.hint ?? ''}`, addresses: [] };
  }
}

/** An address that is private and open is so by a flag: the lists say only that they do not mind. */
function namingOpened(verdict: Verdict, urls: readonly UrlFacts[]): Verdict {
  const opened = urls.find((url) => url.kind === 'web' && url.isOpened);
  if (opened?.kind !== 'web' || verdict.kind !== 'allow') return verdict;
  const reason = `network.unsafeAllowPrivate (--allow-private) opens ${openedEntry(opened)}`;
  return { ...verdict, rule: 'unsafeAllowPrivate', reason };
}

function openedEntry({ host, port }: WebUrlFacts): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

function explained(verdict: Verdict, addresses: readonly AddressFacts[]): Explanation {
  const { kind, rule, reason } = verdict;
  const hint = verdict.kind === 'deny' ? verdict.hint : undefined;
  return { verdict: kind, rule, reason, addresses, ...(hint === undefined ? {} : { hint }) };
}

/** Text: why the call would not even be read. */
function authorizedTool(capabilities: readonly Capability[], name: string): Tool | string {
  try {
    return authorizeTool({ tools: TOOLS, capabilities }, { id: 'local' }, name);
  } catch (error) {
    if (error instanceof Failure && error.code === 'policy.capability-off') return `${error.code}: ${error.hint ?? ''}`;
    throw error instanceof Failure ? new Failure(error.code, noSuchTool(name, error.hint)) : error;
  }
}

function noSuchTool(name: string, hint: string | undefined): string {
  return `there is no tool ${JSON.stringify(name.slice(0, 80))}${hint === undefined ? '' : `; ${hint}`}`;
}

/** A page that the operator's list has: of any other one only that would be said, and nothing of the call. */
function allowedPage({ allow }: Policy): string {
  const [first] = allow ?? [];
  if (first === undefined) return 'https://www.example.com/';
  const { scheme = 'https', host, subdomains, port } = first;
  const name = host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${subdomains ? 'www.' : ''}${name}${port === undefined ? '' : `:${String(port)}`}/`;
}

/** Elements that are given by role and name are judged as if the page had exactly that. */
function explainElements(
  { policy, isAttached }: { readonly policy: Policy; readonly isAttached: boolean },
  call: Call,
  url: string,
  pageUrl: UrlFacts,
): Explanation {
  const origin = pageUrl.kind === 'web' ? pageUrl.origin : 'null';
  const elements = new Map<ElementTarget, ElementFacts>(
    call.targets.flatMap((target) =>
      target.kind === 'element' ? [[target, assumedFor(target, origin)] as const] : [],
    ),
  );
  const page = { tab: '', url, origin, document: '' };
  const verdict = decide(policy, call, { ...NO_FACTS, page, pageUrl, elements, isAttached });
  const isNamed = [...elements.keys()].every(({ at }) => at.by === 'role');
  const what = isNamed
    ? 'an element of this role and name outside of any form'
    : 'a nameless button there, since only the page knows what a ref or a selector is: give role and name instead';
  const hint = `Judged as if a page of ${origin} had ${what}. What is really there decides.`;
  return { ...explained(verdict, []), hint };
}

function assumedFor({ at }: ElementTarget, origin: string): ElementFacts {
  return at.by === 'role' || at.by === 'described'
    ? assumedElement(at.role ?? 'button', at.name ?? '', origin)
    : assumedElement('button', '', origin);
}

const TAGS: Readonly<Record<string, string>> = { link: 'a', textbox: 'input', searchbox: 'input', combobox: 'select' };

function assumedElement(role: string, name: string, frameOrigin: string): ElementFacts {
  const tag = Object.hasOwn(TAGS, role) ? (TAGS[role] ?? role) : role;
  const editable = tag === 'input' || tag === 'select';
  return { ref: '', role, name, tag, frameOrigin, document: '', editable, disabled: false, fingerprint: '' };
}

function prepareCall(tool: Tool, args: unknown): Call {
  const { session, targets, arguments: given } = tool.prepare(args);
  return {
    tool: tool.name,
    capability: tool.capability,
    effect: tool.effect,
    ...(tool.risk === undefined ? {} : { risk: tool.risk }),
    principal: { id: 'local' },
    scope: { principal: 'local', session },
    targets,
    arguments: given,
  };
}
