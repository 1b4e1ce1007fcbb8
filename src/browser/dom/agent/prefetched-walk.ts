import type { WalkOptions, WireWalk } from '../host/wire.js';
import { queryDeep, shadowRoots } from './query-deep.js';
import {
  activeInDocument,
  allAnimations,
  inputChecked,
  isInput,
  isSelect,
  optionSelected,
  selectOptions,
  valueOf,
} from './dom-primordials.js';
import { withHeld } from './held-values.js';
import { Walk } from './walk.js';

/** Milliseconds. A walk of this age is as good as one that was started after the question: that takes as long. */
const STAYS = 500;
const STIRS = [
  ...['scroll', 'resize', 'load', 'error', 'toggle', 'focusin', 'focusout', 'input', 'change', 'pointermove'],
  ...['pointerdown', 'keydown', 'transitionrun', 'animationstart', 'fullscreenchange', 'visibilitychange'],
];

/** Values that script changes are told by nobody. */
function fieldsNow(): string {
  const fields = queryDeep('input, textarea, select', 2_000).map((field) => {
    if (isSelect(field)) return [...selectOptions(field)].map(optionSelected);
    return [valueOf(field), isInput(field) && inputChecked(field)];
  });
  return JSON.stringify(fields);
}

/** A walk that was made before a call asked for it, and whether anything has happened since. */
class PrefetchedWalk {
  #stirred = false;
  readonly #until = performance.now() + STAYS;
  readonly #focus = activeInDocument(document);
  readonly #fields = fieldsNow();
  readonly #roots = shadowRoots();
  readonly #observer = new MutationObserver(() => {
    this.stir();
  });

  constructor() {
    // A MutationObserver of the document sees nothing inside shadow roots: each gets its own.
    for (const root of [document, ...this.#roots])
      this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const kind of STIRS) addEventListener(kind, this.#onEvent, { capture: true, passive: true });
    setTimeout(this.stir, STAYS);
  }

  readonly stir = (): void => {
    if (this.#stirred) return;
    this.#stirred = true;
    this.#observer.disconnect();
    for (const kind of STIRS) removeEventListener(kind, this.#onEvent, { capture: true });
  };

  /** The load event of a frame does not change the document around it; the frame has its own prefetched walk. */
  readonly #onEvent = ({ target }: Event): void => {
    if (!(target instanceof HTMLIFrameElement)) this.stir();
  };

  holds(): boolean {
    if (this.#stirred || this.#observer.takeRecords().length > 0 || performance.now() > this.#until) return false;
    if (activeInDocument(document) !== this.#focus || fieldsNow() !== this.#fields) return false;
    // A root is attached to an element without any mutation.
    if (shadowRoots().length !== this.#roots.length) return false;
    return !allAnimations(document).some(({ playState }) => playState === 'running');
  }
}

let prefetched: PrefetchedWalk | undefined;

export function prefetchWalk(options: WalkOptions): WireWalk {
  prefetched?.stir();
  const walk = withHeld(new Walk(options).run());
  prefetched = new PrefetchedWalk();
  return walk;
}

export function matchesPrefetched(): boolean {
  return prefetched?.holds() === true;
}

/** Another call into the page agent may change the page: the prefetched walk is dropped. */
export function dropPrefetched(): void {
  prefetched?.stir();
}
