import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { LiveTab } from '../page/tab.js';

/** Fewer points are not worth a question of their own. */
const MIN_POINTS = 4;

/** What was found for one point, to be used for another of the same element. */
export interface PointsOfOne {
  /** Undefined: nothing is known of this target yet. */
  reuse(target: ElementTarget): LocatedElement | undefined;
  learn(target: ElementTarget, element: LocatedElement): void;
}

/** A gesture has up to 200 points, most of them on one canvas: each element of the top document is looked at once. */
export async function pointsOfOne(tab: LiveTab, targets: readonly ElementTarget[]): Promise<PointsOfOne> {
  const points = targets.filter(({ at }) => at.by === 'coords');
  const numbers = points.length < MIN_POINTS ? [] : await tab.view.hitNumbers(points.flatMap(({ at }) => pairOf(at)));
  const nodes = new Map(points.map((target, i) => [target, numbers[i]]));
  const found = new Map<string, LocatedElement>();
  return {
    reuse: (target) => {
      const element = found.get(keyOf(target.intent, nodes.get(target)));
      const [pair] = pairOf(target.at);
      return element === undefined || pair === undefined ? undefined : { ...element, at: pair };
    },
    learn: (target, element) => {
      const isInTop = element.frame === tab.page.mainFrame();
      const isFrame = element.facts.tag === 'iframe' || element.facts.tag === 'frame';
      if (isInTop && !isFrame && element.node === nodes.get(target))
        found.set(keyOf(target.intent, element.node), element);
    },
  };
}

const pairOf = (at: ElementTarget['at']): readonly (readonly [number, number])[] =>
  at.by === 'coords' ? [[at.x, at.y]] : [];

const keyOf = (intent: string, node: number | null | undefined): string => `${intent} ${String(node)}`;
