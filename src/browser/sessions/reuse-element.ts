import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { LiveTab } from '../page/tab.js';

/** For fewer points a hit test of all at once saves nothing. */
const MIN_POINTS = 4;

/** Elements found for some points, to be reused for other points of the same element. */
export interface ElementReuse {
  /** Undefined: no point of this element was located yet. */
  reuse(target: ElementTarget): LocatedElement | undefined;
  learn(target: ElementTarget, element: LocatedElement): void;
}

/** A gesture has up to 200 points, most of them on one canvas: each element of the top document is located once. */
export async function reuseElementForPoints(tab: LiveTab, targets: readonly ElementTarget[]): Promise<ElementReuse> {
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
