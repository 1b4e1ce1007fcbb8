import { Failure, capabilityOfLaterTool, isCapabilityHere, isToolIn, nearestWord } from '../core/index.js';
import type { BrowserAvailability, Capability, Principal, Tool } from '../core/index.js';

export interface ToolAccess {
  readonly tools: readonly Tool[];
  readonly capabilities: readonly Capability[];
  /** Absent: there is a browser. */
  readonly browser?: BrowserAvailability;
}

/** Before the arguments are read: does the tool exist, is its capability on, may this team use it? */
export function authorizeTool(access: ToolAccess, principal: Principal, name: string): Tool {
  const tool = access.tools.find((candidate) => candidate.name === name);
  const capability = tool?.capability ?? capabilityOfLaterTool(name);
  if (capability === undefined) throw unknownTool(access, name);
  if (!isOn(access, principal, capability)) {
    const how = isCapabilityHere(capability) ? 'the operator can add it to capabilities' : 'it is not in this version';
    throw new Failure('policy.capability-off', `capability ${capability}: ${how}`);
  }
  if (tool === undefined) throw unknownTool(access, name);
  const missing = tool.requires?.find((needed) => !isOn(access, principal, needed));
  if (missing !== undefined) throw new Failure('policy.capability-off', `capability ${missing}: ${name} needs it too`);
  if (!isOfTeam(principal, name)) throw new Failure('policy.tool-not-allowed', `team ${principal.team?.name ?? ''}`);
  if (principal.team?.hasBrowser === false && needsBrowser(tool))
    throw new Failure('policy.team-no-browser', `team ${principal.team.name}`);
  const noBrowser = needsBrowser(tool) ? access.browser?.whyNot() : undefined;
  if (noBrowser !== undefined) throw new Failure('browser.unavailable', noBrowser);
  const lacking = needsBrowser(tool) ? access.browser?.lacks?.(name) : undefined;
  if (lacking !== undefined) throw new Failure('browser.unsupported', lacking);
  return tool;
}

function unknownTool({ tools }: ToolAccess, name: string): Failure {
  const meant = nearestWord(
    name,
    tools.map((tool) => tool.name),
  );
  return new Failure('call.unknown-tool', meant === undefined ? undefined : `did you mean ${meant}?`);
}

function needsBrowser({ needs }: Pick<Tool, 'needs'>): boolean {
  return needs.includes('page');
}

/**
 * A team without a browser sees the tools that need one: what it may not do is said when it is asked for. Where nobody
 * can have one, nobody is offered its tools.
 */
export function visibleTools(access: ToolAccess, principal: Principal): readonly Tool[] {
  const hasBrowser = access.browser?.whyNot() === undefined;
  return access.tools.filter(
    ({ name, capability, needs, requires = [] }) =>
      (!needsBrowser({ needs }) || (hasBrowser && access.browser?.lacks?.(name) === undefined)) &&
      [capability, ...requires].every((needed) => isOn(access, principal, needed)) &&
      isOfTeam(principal, name),
  );
}

function isOn(access: ToolAccess, { team }: Principal, capability: Capability): boolean {
  return access.capabilities.includes(capability) && (team?.capabilities?.includes(capability) ?? true);
}

/** An absent list narrows nothing; an empty one leaves nothing. */
function isOfTeam({ team }: Principal, name: string): boolean {
  return team?.tools === undefined || isToolIn(team.tools, name);
}
