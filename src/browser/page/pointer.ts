import { Failure } from '../../core/index.js';
import type { ClickOptions } from '../../core/index.js';
import type { Tab } from './tab.js';
import type { Box, ClickPoint, LocatedElement } from '../dom/host/tab-view.js';
import { checkDrag } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import { guarded } from './guarded.js';

const AIMS = 3;
const DRAG_STEPS = 8;
const MAX_PAST = 20;
const DROP = { needsEnabled: false, mode: 'pass' } as const;
export const PLAIN_CLICK: ClickOptions = { button: 'left', double: false, modifiers: [] };

/**
 * Brings the pointer onto the element and looks again: a page that listens for the pointer may rename the element,
 * move it away or lay another one under the pointer, and the click would go there.
 */
export async function pointAt(
  attempt: Attempt,
  tab: Tab,
  seen: LocatedElement,
  needsEnabled = true,
): Promise<ClickPoint> {
  const { view } = tab;
  const aim = async (): Promise<ClickPoint> => {
    const [, point] = await attempt.within(Promise.all([view.confirm(seen), view.aim(seen, { needsEnabled })]));
    return point;
  };
  let point = await aim();
  await attempt.ready();
  for (let tries = 0; tries < AIMS; tries++) {
    await attempt.within(moveOnto(tab, point));
    const again = await aim();
    if (near(point, again)) return point;
    point = again;
  }
  throw new Failure('browser.not-actionable', 'the element moves away from the pointer');
}

/** Where the pointer was left, by page. */
const lastPoints = new WeakMap<Tab['page'], ClickPoint>();

/**
 * By several moves, as a hand does. Menus that opened under the pointer while it stood take the next move as one over what
 * is there, so the first is made where it is; and those that opened elsewhere take one for a pointer that only stood
 * on their item. Otherwise a click would choose the item that was marked before.
 */
async function moveOnto({ page }: Tab, { x, y }: ClickPoint): Promise<void> {
  const last = lastPoints.get(page);
  lastPoints.set(page, { x, y });
  if (last !== undefined && !near(last, { x, y })) await page.mouse.move(last.x + 1, last.y);
  await page.mouse.move(x < 1 ? x + 1 : x - 1, y);
  await page.mouse.move(x, y);
}

/** Once: what the element becomes under the pointer is what the hover is for. */
export async function hover(attempt: Attempt, tab: Tab, seen: LocatedElement): Promise<void> {
  const { view } = tab;
  await attempt.within(view.confirm(seen));
  const { x, y } = await attempt.within(view.aim(seen, { needsEnabled: false, mode: 'pass' }));
  await attempt.send(() => moveOnto(tab, { x, y }));
}

export async function click(attempt: Attempt, tab: Tab, seen: LocatedElement, options = PLAIN_CLICK): Promise<void> {
  await pointAt(attempt, tab, seen);
  const { mouse, keyboard } = tab.page;
  const { button, double, modifiers } = options;
  const press = (clickCount: number): Promise<void> =>
    attempt.send(async () => {
      const missed = await guarded(attempt, tab.view, seen, async () => {
        await mouse.down({ button, clickCount });
        await mouse.up({ button, clickCount });
      });
      if (missed) throw new Failure('policy.changed', 'something else came under the pointer, and got nothing');
    });
  for (const key of modifiers) await attempt.send(() => keyboard.down(key));
  try {
    await press(1);
    if (double) await press(2);
  } finally {
    for (const key of modifiers) await keyboard.up(key);
  }
}

export async function drag(attempt: Attempt, tab: Tab, from: LocatedElement, to: LocatedElement): Promise<void> {
  const { view } = tab;
  const { mouse } = tab.page;
  await attempt.within(view.confirm(to));
  // Bringing one of them into view may move the other out of it: both must stay where they are.
  const first = await attempt.within(view.aim(to, DROP));
  if (from.at !== undefined || to.at !== undefined) {
    const other = await attempt.within(view.aim(from, { needsEnabled: true }));
    if (first.scrolled === true || other.scrolled === true)
      throw new Failure('browser.not-actionable', 'the page scrolled, and a point is another place now: look again');
  }
  const start = await pointAt(attempt, tab, from);
  const end = await attempt.within(view.aim(to, DROP));
  await attempt.within(checkDrag(view, from, to));
  if (!near(start, await attempt.within(view.aim(from, { needsEnabled: true }))))
    throw new Failure('browser.not-actionable', 'the two elements do not fit into the viewport together');
  const past = pastMiddle(start, end, await attempt.within(view.box(to)));
  const move = async (): Promise<void> => {
    await mouse.down();
    for (let step = 1; step <= DRAG_STEPS; step++) {
      const part = step / DRAG_STEPS;
      await mouse.move(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part);
    }
    // Drop targets answer the second move over them, and a list makes room when the pointer is past an item's middle.
    await mouse.move(past.x, past.y);
    await mouse.move(end.x, end.y);
    await mouse.up();
  };
  await attempt.send(async () => {
    const missed = await guarded(attempt, view, from, move, to);
    if (missed) throw new Failure('policy.changed', 'something else came under the pointer, and got nothing');
  });
}

/** Further on in the direction of the drag, and still well inside what it ends on. */
function pastMiddle(start: ClickPoint, end: ClickPoint, { width, height }: Box): ClickPoint {
  return {
    x: end.x + Math.sign(Math.round(end.x - start.x)) * Math.min(width / 4, MAX_PAST),
    y: end.y + Math.sign(Math.round(end.y - start.y)) * Math.min(height / 4, MAX_PAST),
  };
}

function near(a: ClickPoint, b: ClickPoint): boolean {
  return Math.abs(a.x - b.x) <= 2 && Math.abs(a.y - b.y) <= 2;
}
