import { allAnimations } from './dom-primordials.js';

const SOON = 5_000;

/**
 * Where running animations end: text that is fading in is content, text that is fading out is not.
 * Only animations that end within seconds count, else "fading in for an hour" would hide text from a person alone.
 */
export class RunningAnimations {
  readonly #ends = new Map<Element, number>();

  constructor(page: Document) {
    for (const animation of allAnimations(page)) {
      if (animation.playState !== 'running') continue;
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || effect.target === null || effect.pseudoElement !== null) continue;
      const timing = effect.getComputedTiming();
      // Running backwards, or so slowly that it never ends, leads nowhere.
      if (!(animation.playbackRate > 0) || timing.direction !== 'normal') continue;
      const left = (Number(timing.endTime ?? Infinity) - Number(timing.localTime ?? 0)) / animation.playbackRate;
      if (!(left <= SOON)) continue;
      const last = effect.getKeyframes().at(-1);
      if (last?.['opacity'] === undefined) continue;
      const stays = timing.fill === 'forwards' || timing.fill === 'both' || animation instanceof CSSTransition;
      if (stays) this.#ends.set(effect.target, Number(last['opacity']));
    }
  }

  opacity(element: Element, now: string): number {
    return this.#ends.get(element) ?? (now === '1' ? 1 : Number(now));
  }
}
