import { Failure, NOTHING_SEEN } from '../core/index.js';
import type { AddressFacts, Call, Capability, Egress, UrlFacts, UrlTarget, Verdict } from '../core/index.js';
import { decide, judgeEgress } from '../policy/index.js';
import type { Policy } from '../policy/index.js';
import { TOOLS } from '../tools/index.js';

export interface Explanation {
  readonly verdict: Verdict['kind'];
  readonly rule: string;
  readonly reason: string;
  readonly addresses: readonly AddressFacts[];
  readonly hint?: string;
}

export type Explained = { readonly url: string } | { readonly tool: string; readonly args: unknown };

interface ExplainDeps {
  readonly policy: Policy;
  readonly capabilities: readonly Capability[];
  readonly egress: Pick<Egress, 'describe' | 'resolve' | 'resolvesElsewhere'>;
  /** The browser would be the operator's own. */
  readonly isAttached?: boolean;
}

const LOOKUP_MS = 5000;

/** What policy would say, by which rule and why: the same functions as on the path, and no browser. */
export async function explain(deps: ExplainDeps, asked: Explained): Promise<Explanation> {
  const { policy, capabilities, egress, isAttached = false } = deps;
  const call =
    'url' in asked ? prepareCall('browser_navigate', { url: asked.url }) : prepareCall(asked.tool, asked.args);
  if (!capabilities.includes(call.capability)) {
    return { verdict: 'deny', rule: 'capability', reason: `capability ${call.capability} is off`, addresses: [] };
  }
  const urls = new Map<UrlTarget, UrlFacts>(
    call.targets.flatMap((target) => (target.kind === 'url' ? [[target, egress.describe(target.url)] as const] : [])),
  );
  const verdict = decide(policy, call, { ...NOTHING_SEEN, urls, isAttached });
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

function explained(verdict: Verdict, addresses: readonly AddressFacts[]): Explanation {
  const { kind, rule, reason } = verdict;
  const hint = verdict.kind === 'deny' ? verdict.hint : undefined;
  return { verdict: kind, rule, reason, addresses, ...(hint === undefined ? {} : { hint }) };
}

function prepareCall(name: string, args: unknown): Call {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Failure('call.unknown-tool', name);
  const { session, targets, arguments: given } = tool.prepare(args);
  return {
    tool: name,
    capability: tool.capability,
    effect: tool.effect,
    principal: { id: 'local' },
    scope: { principal: 'local', session },
    targets,
    arguments: given,
  };
}
