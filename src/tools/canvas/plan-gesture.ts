import { Failure } from '../../core/index.js';
import type { ElementIntent, ElementTarget, GestureStep } from '../../core/index.js';

export const MAX_GESTURE_STEPS = 200;
const MIN_MOVE_MS = 5;
const MAX_WAIT_MS = 5_000;
/** A call has 30 seconds, and looks around before and after. */
const MAX_GESTURE_MS = 15_000;

export interface GestureInput {
  readonly kind: 'down' | 'move' | 'up' | 'wait' | 'wheel';
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
  readonly ms?: number | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Every point with the target that policy judges there: a press without a move is a click, with one a drag, and a move
 * of the free pointer a hover. Equal points with equal intents are one target. `judged`: targets of the same plan that
 * policy has judged since.
 */
export function planGesture(
  steps: readonly GestureInput[],
  judged: readonly ElementTarget[] = [],
): readonly GestureStep[] {
  const known = new Map(judged.map((target) => [keyOf(target), target]));
  const planned: GestureStep[] = [];
  let point: Point | undefined;
  let press: 'click' | 'drag' | undefined;
  steps.forEach((step, i) => {
    const before = point;
    if (step.kind === 'wait') {
      planned.push({ kind: 'wait', ms: Math.min(step.ms ?? 0, MAX_WAIT_MS) });
      return;
    }
    point = pointOf(step, before, i);
    if (step.kind === 'down') {
      if (press !== undefined) throw bad(i, 'the pointer is down already');
      press = isClick(steps, i, point) ? 'click' : 'drag';
    } else if (step.kind === 'up' && press === undefined) throw bad(i, 'the pointer is not down');
    const at = targetAt(known, point, intentOf(step, press));
    if (step.kind === 'up') press = undefined;
    planned.push(plannedStep(step, point, before, at));
  });
  if (press !== undefined) throw new Failure('call.bad-arguments', 'steps: a down without an up');
  if (point === undefined) throw new Failure('call.bad-arguments', 'steps: none of them has a point');
  if (timeOf(planned) > MAX_GESTURE_MS)
    throw new Failure('call.bad-arguments', `steps: at most ${String(MAX_GESTURE_MS)} ms together`);
  return planned;
}

/** The distinct targets of a plan, in its order. */
export function targetsOfGesture(plan: readonly GestureStep[]): readonly ElementTarget[] {
  return [...new Set(plan.flatMap((step) => (step.kind === 'wait' ? [] : [step.at])))];
}

function pointOf({ kind, x, y }: GestureInput, before: Point | undefined, i: number): Point {
  if (x !== undefined && y !== undefined) return { x, y };
  if (x !== undefined || y !== undefined || kind === 'move') throw bad(i, 'x and y are missing');
  if (before === undefined) throw bad(i, 'the first point needs x and y');
  return before;
}

function plannedStep(step: GestureInput, point: Point, before: Point | undefined, at: ElementTarget): GestureStep {
  const { kind, dx = 0, dy = 0, ms = 0 } = step;
  if (kind === 'wheel') return { kind, dx, dy, ...point, at };
  if (kind === 'move')
    return { kind, ms: Math.max(ms, MIN_MOVE_MS), ...point, at, ...(before === undefined ? {} : { from: before }) };
  return { kind: kind === 'down' ? 'down' : 'up', ...point, at };
}

/** Does the pointer come up where it went down? */
function isClick(steps: readonly GestureInput[], down: number, { x, y }: Point): boolean {
  const up = steps.findIndex(({ kind }, i) => i > down && kind === 'up');
  return steps.slice(down + 1, up + 1).every((step) => (step.x ?? x) === x && (step.y ?? y) === y);
}

function intentOf({ kind }: GestureInput, press: 'click' | 'drag' | undefined): ElementIntent {
  if (kind === 'wheel') return 'scroll';
  return press ?? 'hover';
}

function targetAt(known: Map<string, ElementTarget>, { x, y }: Point, intent: ElementIntent): ElementTarget {
  const target: ElementTarget = { kind: 'element', at: { by: 'coords', x, y }, intent };
  const same = known.get(keyOf(target)) ?? target;
  known.set(keyOf(target), same);
  return same;
}

const keyOf = ({ at, intent }: ElementTarget): string => JSON.stringify([intent, at]);

function timeOf(plan: readonly GestureStep[]): number {
  return plan.reduce((sum, step) => sum + ('ms' in step ? step.ms : 0), 0);
}

function bad(step: number, why: string): Failure {
  return new Failure('call.bad-arguments', `steps.${String(step)}: ${why}`);
}
