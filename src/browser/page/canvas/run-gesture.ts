import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../core/index.js';
import type { ActionResult, ElementTarget, GestureStep } from '../../../core/index.js';
import type { LocatedElement } from '../../dom/host/tab-view.js';
import { checkDrag } from '../../dom/host/locate.js';
import type { Attempt } from '../attempt.js';
import { guarded } from '../guarded.js';
import type { PageDeps } from '../page-deps.js';
import { requireDeclared, requireSameDocument } from '../permit-preconditions.js';
import { runAction } from '../run-action.js';
import type { Tab } from '../tab.js';

const STEP_MILLISECONDS = 16;
const SEND_GRACE_MS = 10_000;
/** The pointer may be as far away from where it was sent. */
const NEAR = 2;

/** Steps until the pointer is up again; those between two strokes are one each. */
type Stroke = readonly GestureStep[];

/** Every press reaches the element that was judged at its point, or nothing. */
export function runGesture(deps: PageDeps, steps: readonly GestureStep[]): Promise<ActionResult> {
  const first = steps.find((step) => step.kind !== 'wait');
  const seen = first === undefined ? undefined : requireDeclared(deps, first.at);
  return runAction(deps, { action: 'gesture_chain', ...(seen === undefined ? {} : { seen }) }, async (attempt) => {
    for (const stroke of strokesOf(steps)) await runStroke(deps, attempt, stroke);
    return undefined;
  });
}

function strokesOf(steps: readonly GestureStep[]): readonly Stroke[] {
  const strokes: GestureStep[][] = [];
  let open: GestureStep[] | undefined;
  for (const step of steps) {
    if (open === undefined) strokes.push((open = []));
    open.push(step);
    const isPressed = open[0]?.kind === 'down' && step.kind !== 'up';
    if (!isPressed) open = undefined;
  }
  return strokes;
}

async function runStroke(deps: PageDeps, attempt: Attempt, stroke: Stroke): Promise<void> {
  requireSameDocument(deps);
  const [first] = stroke;
  const last = stroke.at(-1);
  if (first?.kind !== 'down' || last?.kind !== 'up') {
    for (const step of stroke) await attempt.send(() => perform(deps, step), timeOf([step]) + SEND_GRACE_MS);
    return;
  }
  const from = await aimed(deps, attempt, first);
  const to = await aimed(deps, attempt, last);
  if (from.node !== to.node || from.facts.document !== to.facts.document)
    await attempt.within(checkDrag(deps.tab.view, from, to));
  await attempt.send(
    async () => {
      await deps.tab.page.mouse.move(first.x, first.y);
      const missed = await guarded(attempt, deps.tab.view, from, () => press(deps, attempt, stroke), to);
      if (missed) throw new Failure('policy.changed', 'something else came under the pointer, and got nothing');
    },
    timeOf(stroke) + SEND_GRACE_MS,
  );
}

/** The pointer is let go whatever happens: a button that stays down belongs to nobody's call. */
async function press(deps: PageDeps, attempt: Attempt, stroke: Stroke): Promise<void> {
  const { mouse } = deps.tab.page;
  let isDown = false;
  try {
    for (const step of stroke) {
      if (attempt.signal.aborted) throw new Failure('call.cancelled');
      await perform(deps, step);
      isDown = step.kind === 'down' || (isDown && step.kind !== 'up');
    }
  } finally {
    if (isDown) await mouse.up().catch(() => undefined);
  }
}

async function perform({ tab, signal }: PageDeps, step: GestureStep): Promise<void> {
  const { mouse } = tab.page;
  switch (step.kind) {
    case 'wait':
      await wait(step.ms, undefined, { signal });
      return;
    case 'move':
      await glide(mouse, step, signal);
      return;
    case 'down':
      await mouse.down();
      return;
    case 'up':
      await mouse.move(step.x, step.y);
      await mouse.up();
      return;
    case 'wheel':
      await mouse.move(step.x, step.y);
      await mouse.wheel(step.dx, step.dy);
      return;
  }
}

/** As a hand would: in small steps over the time that the move takes. */
async function glide(mouse: Mouse, { x, y, ms, from }: Move, signal: AbortSignal): Promise<void> {
  const count = from === undefined ? 1 : Math.max(1, Math.round(ms / STEP_MILLISECONDS));
  for (let step = 1; step <= count; step += 1) {
    const part = step / count;
    const start = from ?? { x, y };
    await mouse.move(start.x + (x - start.x) * part, start.y + (y - start.y) * part);
    await wait(ms / count, undefined, { signal });
  }
}

type Move = Extract<GestureStep, { readonly kind: 'move' }>;
type Mouse = Tab['page']['mouse'];
type Placed = Extract<GestureStep, { readonly at: ElementTarget }>;

/** The element that was judged at the point is still what a press there would reach. */
async function aimed(deps: PageDeps, attempt: Attempt, { at, x, y }: Placed): Promise<LocatedElement> {
  const { view } = deps.tab;
  const seen = requireDeclared(deps, at);
  await attempt.within(view.confirm(seen));
  const point = await attempt.within(view.aim(seen, { needsEnabled: false, mode: 'pass' }));
  if (Math.abs(point.x - x) > NEAR || Math.abs(point.y - y) > NEAR)
    throw new Failure('policy.changed', 'something else is under a point of the gesture now');
  return seen;
}

function timeOf(stroke: Stroke): number {
  return stroke.reduce((sum, step) => sum + ('ms' in step ? step.ms : 0), 0);
}
