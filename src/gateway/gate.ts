import { CAPABILITIES, Failure } from '../core/index.js';
import type { Capability, Principal, Tool } from '../core/index.js';
import { laterTool } from '../tools/index.js';

export interface Gate {
  readonly tools: readonly Tool[];
  readonly capabilities: readonly Capability[];
}

/** Before the arguments are read: does the tool exist, is its capability on, may this team use it? */
export function passGate(gate: Gate, principal: Principal, name: string): Tool {
  const tool = gate.tools.find((candidate) => candidate.name === name);
  const capability = tool?.capability ?? laterTool(name);
  if (capability === undefined) throw new Failure('call.unknown-tool');
  if (!isOn(gate, principal, capability)) {
    const how = CAPABILITIES[capability].here
      ? `the operator can add it to capabilities`
      : 'this version does not have it yet';
    throw new Failure('policy.capability-off', `capability ${capability}: ${how}`);
  }
  if (tool === undefined) throw new Failure('call.unknown-tool');
  const missing = tool.requires?.find((needed) => !isOn(gate, principal, needed));
  if (missing !== undefined) throw new Failure('policy.capability-off', `capability ${missing}: ${name} needs it too`);
  if (!isOfTeam(principal, name)) throw new Failure('policy.tool-not-allowed', `team ${principal.team?.name ?? ''}`);
  return tool;
}

export function visibleTools(gate: Gate, principal: Principal): readonly Tool[] {
  return gate.tools.filter(
    ({ name, capability, requires = [] }) =>
      [capability, ...requires].every((needed) => isOn(gate, principal, needed)) && isOfTeam(principal, name),
  );
}

function isOn(gate: Gate, { team }: Principal, capability: Capability): boolean {
  return gate.capabilities.includes(capability) && (team?.capabilities?.includes(capability) ?? true);
}

/** An absent list narrows nothing; an empty one leaves nothing. */
function isOfTeam({ team }: Principal, name: string): boolean {
  return (
    team?.tools?.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    ) ?? true
  );
}
