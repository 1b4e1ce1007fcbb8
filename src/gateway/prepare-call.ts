import { Failure } from '../core/index.js';
import type { Call, Prepared, Principal, Scope, Tool } from '../core/index.js';
import { authorizeTool } from './authorize-tool.js';
import type { ToolAccess } from './authorize-tool.js';
import type { CallRequest } from './gateway.js';

/** A longer argument list than any tool could use is not even parsed. */
const MAX_ARGUMENT_BYTES = 2_000_000;

/**
 * The strict parse. A call that names an adapter is one of the adapter's own tool: capability, team, rules and risk are
 * those of that tool, so that no rule about it can be gone around.
 */
export function prepareNamed(
  access: ToolAccess,
  principal: Principal,
  named: Tool,
  input: unknown,
): { readonly tool: Tool; readonly prepared: Prepared } {
  const prepared = named.prepare(input);
  const { forward } = prepared;
  const isThere = access.tools.some(({ name, isAdapter }) => isAdapter === true && name === forward?.tool);
  if (forward === undefined || !isThere) return { tool: named, prepared };
  const tool = authorizeTool(access, principal, forward.tool);
  return { tool, prepared: tool.prepare(forward.input) };
}

export function callFrom(tool: Tool, prepared: Prepared, request: CallRequest, client: string | undefined): Call {
  const { session, tab, targets, reason } = prepared;
  const scope: Scope = {
    principal: request.principal.id,
    ...(client === undefined ? {} : { client }),
    session,
    ...(tab === undefined ? {} : { tab }),
  };
  const { name, capability, effect, risk, riskSignedIn } = tool;
  return {
    tool: name,
    capability,
    effect,
    ...(risk === undefined ? {} : { risk }),
    ...(riskSignedIn === undefined ? {} : { riskSignedIn }),
    principal: request.principal,
    scope,
    targets,
    arguments: prepared.arguments,
    ...(reason === undefined ? {} : { reason }),
  };
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
