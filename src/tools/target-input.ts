import { z } from 'zod';
import { Failure } from '../core/index.js';
import type { ElementIntent, ElementTarget, Locator } from '../core/index.js';

/** The target fields, at the top level of a tool's arguments. */
export const targetFields = {
  ref: z.string().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  index: z.int().min(0).optional().describe('from 0, if several fit'),
  selector: z.string().optional(),
  named: z.string().optional().describe('from name_ref'),
  coords: z.strictObject({ x: z.number(), y: z.number() }).optional().describe('CSS pixels'),
};

/** The same as one object, for arguments that name several elements. */
export const targetObject = z
  .strictObject(targetFields)
  // Listed by these words alone: its fields stand in the other tools.
  .describe('target {ref}, {role, name, index}, {selector}, {named} or {coords}');

export type TargetInput = z.output<typeof targetObject>;

export function elementTarget(input: TargetInput, intent: ElementIntent, text?: string): ElementTarget {
  const target = optionalTarget(input, intent, text);
  if (target === undefined) {
    throw new Failure(
      'call.bad-arguments',
      'a target is missing: give ref, role and/or name, selector, named or coords',
    );
  }
  return target;
}

export function optionalTarget(input: TargetInput, intent: ElementIntent, text?: string): ElementTarget | undefined {
  const ways = locators(input);
  if (ways.length > 1) {
    throw new Failure(
      'call.bad-arguments',
      `a target is exactly one of ref, role/name, selector, named, coords; got ${ways.length}`,
    );
  }
  const [at] = ways;
  if (at === undefined) {
    if (input.index !== undefined) throw new Failure('call.bad-arguments', 'index: goes with role or name');
    return undefined;
  }
  return { kind: 'element', at, intent, ...(text === undefined ? {} : { text }) };
}

function locators({ ref, role, name, index, selector, named, coords }: TargetInput): Locator[] {
  const ways: Locator[] = [];
  if (ref !== undefined) ways.push({ by: 'ref', ref });
  if (role !== undefined || name !== undefined) ways.push({ by: 'role', role, name, index });
  if (selector !== undefined) ways.push({ by: 'selector', selector });
  if (named !== undefined) ways.push({ by: 'named', named });
  if (coords !== undefined) ways.push({ by: 'coords', ...coords });
  return ways;
}

export function focusTarget(intent: ElementIntent, text: string): ElementTarget {
  return { kind: 'element', at: { by: 'focus' }, intent, text };
}
