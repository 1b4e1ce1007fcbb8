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

/** As old as this an answer could also be that was made right after the question. */
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
class Ahead {
  #stirred = false;
  readonly #until = performance.now() + STAYS;
  readonly #focus = activeInDocument(document);
  readonly #fields = fieldsNow();
  readonly #roots = shadowRoots();
  readonly #observer = new MutationObserver(() => {
    this.stir();
  });

  constructor() {
    // What a document's observer hears ends at shadow roots.
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

  /** What a frame loads changes nothing around it, and is looked at in the frame. */
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

let ahead: Ahead | undefined;

export function prefetchWalk(options: WalkOptions): WireWalk {
  ahead?.stir();
  const walk = withHeld(new Walk(options).run());
  ahead = new Ahead();
  return walk;
}

export function matchesPrefetched(): boolean {
  return ahead?.holds() === true;
}

/** Whatever else we do here may change the page. */
export function dropPrefetched(): void {
  ahead?.stir();
}
