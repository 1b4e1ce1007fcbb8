import { z } from 'zod';
import { Failure } from '../core/index.js';
import type { ElementIntent, ElementTarget, Locator } from '../core/index.js';
import { isRef, refIn } from './forgive.js';
import { unlisted } from './unlisted.js';

const fields = {
  ref: z.string().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  index: z.int().min(0).optional().describe('from 0, if several fit'),
  selector: z.string().optional().describe('CSS'),
  named: z.string().optional().describe('from name_ref'),
  coords: z.strictObject({ x: z.number(), y: z.number() }).optional().describe('CSS pixels'),
};

/** What the agent calls the element, as clients of playwright-mcp know it: recorded, never used to find anything. */
const element = unlisted(z.string().max(1000).optional());

/** An element in one argument: a ref, a name or text; an object with the target fields is taken too. */
export const oneTarget = z.union([z.string().min(1).max(1000), z.strictObject(fields)]);

/** The target fields, at the top level of a tool's arguments. `target` is the same in one argument. */
export const targetFields = { ...fields, target: unlisted(oneTarget.optional()), element };

/** For tools that have no room for all of them: the rest is taken all the same. */
export const shortTargetFields = {
  ...targetFields,
  named: unlisted(fields.named),
  coords: unlisted(fields.coords),
};

/** One field of a form. */
export const formField = z.strictObject({
  ...shortTargetFields,
  index: unlisted(fields.index),
  value: z.union([z.string().max(1_000_000), z.number(), z.boolean()]),
});

/** One end of a drag: as one target, or a point of the viewport, as "120,40". An element of such a name is dragged by its ref. */
export function dragTarget(input: OneTarget): ElementTarget {
  const point = typeof input === 'string' ? POINT.exec(input) : null;
  if (point === null) return elementTarget(input, 'drag');
  return { kind: 'element', at: { by: 'coords', x: Number(point[1]), y: Number(point[2]) }, intent: 'drag' };
}

const POINT = /^\s*(\d{1,5}),\s*(\d{1,5})\s*$/u;

type OneTarget = z.output<typeof oneTarget>;
export type TargetInput = Partial<z.output<z.ZodObject<typeof fields>>> & { readonly target?: OneTarget | undefined };

const WAYS = 'ref, role and/or name, selector, named or coords';

export function elementTarget(input: TargetInput | OneTarget, intent: ElementIntent, text?: string): ElementTarget {
  const target = optionalTarget(typeof input === 'string' ? { target: input } : input, intent, text);
  if (target === undefined) throw new Failure('call.bad-arguments', `a target is missing: give ${WAYS}`);
  return target;
}

export function optionalTarget(input: TargetInput, intent: ElementIntent, text?: string): ElementTarget | undefined {
  const at = locatorOf(withTarget(input));
  return at === undefined ? undefined : { kind: 'element', at, intent, ...(text === undefined ? {} : { text }) };
}

type Fields = Omit<TargetInput, 'target'> & { readonly word?: string };

/** `target` and the fields beside it have to say the same. */
function withTarget({ target, ref, role, name, index, selector, named, coords }: TargetInput): Fields {
  const input: Fields = { ref, role, name, index, selector, named, coords };
  if (target === undefined) return input;
  const read = typeof target === 'string' ? fieldsIn(target) : target;
  const twice = Object.entries(read).find(([key, value]) => {
    const beside = Object.entries(input).find(([other]) => other === key)?.[1];
    return beside !== undefined && JSON.stringify(beside) !== JSON.stringify(value);
  });
  if (twice !== undefined) throw new Failure('call.bad-arguments', `target: ${twice[0]} is given twice, and differs`);
  return { ...input, ...read };
}

function fieldsIn(word: string): Fields {
  const ref = refIn(word);
  return typeof ref === 'string' && isRef(ref) ? { ref } : { word };
}

/** One way to the element, and a role and name that it must have if they are given beside it. */
function locatorOf(given: Fields): Locator | undefined {
  const { role, name, index } = given;
  const isDescribed = role !== undefined || name !== undefined;
  const [at, ...others] = exactWays(given, isDescribed);
  if (others.length > 0) {
    const count = String(others.length + 1);
    throw new Failure('call.bad-arguments', `a target is one of ${WAYS}; got ${count} that may differ`);
  }
  if (at === undefined) {
    if (isDescribed) return { by: 'role', role, name, index };
    if (index !== undefined && index > 0) throw new Failure('call.bad-arguments', 'index: goes with role or name');
    return undefined;
  }
  // 0 is what clients with strict schemas send for an index that they have no use for.
  if (index !== undefined && index > 0)
    throw new Failure('call.bad-arguments', `index: goes with role or name, not with ${at.by}`);
  return isDescribed ? { by: 'described', at, role, name } : at;
}

function exactWays({ ref, selector, named, coords, word }: Fields, isDescribed: boolean): readonly Locator[] {
  const ways: Locator[] = [];
  if (ref !== undefined) ways.push({ by: 'ref', ref });
  if (selector !== undefined) ways.push({ by: 'selector', selector });
  if (named !== undefined) ways.push({ by: 'named', named });
  if (word !== undefined) ways.push({ by: 'text', text: word });
  // The corner of the page beside another way is the same filler.
  const isFiller = coords?.x === 0 && coords.y === 0 && (isDescribed || ways.length > 0);
  if (coords !== undefined && !isFiller) ways.push({ by: 'coords', ...coords });
  return ways;
}

export function focusTarget(intent: ElementIntent, text: string): ElementTarget {
  return { kind: 'element', at: { by: 'focus' }, intent, text };
}
