import { NO_FACTS } from '../core/index.js';
import type { Call, CallFacts, Tool } from '../core/index.js';
import type { PathDeps } from './path-deps.js';

/** Step 4: what is there, without touching it. */
export async function readCallFacts(deps: PathDeps, tool: Tool, call: Call, signal: AbortSignal): Promise<CallFacts> {
  const { sessions, egress, sessionPolicy } = deps;
  // A tool that neither touches a page nor asks about one has nothing to do with the session's.
  const concerned = tool.needs.some((port) => port === 'page' || port === 'people');
  const read = concerned ? await sessions.readFacts(call.scope, call.targets, signal) : NO_FACTS;
  const { page, elements, isAttached, extension, pageTool } = read;
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
    extension,
    pageTool,
    granted: sessionPolicy.grantsOf(call.scope),
    declinedPorts: sessionPolicy.declinedPorts(call.scope),
  };
}
