import { queryDeep } from './query-deep.js';
import { boundingRect } from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { paintedBeyond } from './painted-elsewhere.js';
import { roleOf } from './roles.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';
import type { WireBox, WireWatch } from '../host/wire.js';

const MAX_FIELDS = 5_000;
const MAX_PLACES = 1_000;

/**
 * Where secret fields, and frames that hold some, stand in every frame that is painted. A page may move them in any
 * script of its own, after ours has looked; but an intersection observer that is told to look before a frame reports
 * where the element is in that very frame, when no script can run any more.
 */
class SecretWatch {
  readonly #places = new Map<string, WireBox>();
  readonly #observer: IntersectionObserver;
  readonly #frames: readonly Element[];
  #next: number;

  constructor(frames: readonly Element[]) {
    this.#frames = frames;
    this.#observer = new IntersectionObserver((entries) => {
      this.#note(entries);
    });
    this.#next = requestAnimationFrame(this.#beforePaint);
  }

  #elements(): Element[] {
    const fields = queryDeep(SECRET_FIELDS, MAX_FIELDS).filter((field) => sensitiveKind(field) !== undefined);
    return [...fields, ...this.#frames];
  }

  readonly #beforePaint = (): void => {
    this.#next = requestAnimationFrame(this.#beforePaint);
    for (const element of this.#elements()) {
      this.#observer.unobserve(element);
      this.#observer.observe(element);
    }
  };

  #look(): void {
    for (const element of this.#elements()) this.#add(element, boundingRect(element));
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, boundingClientRect } of entries) this.#add(target, boundingClientRect);
  }

  #add(element: Element, { left, top, width, height }: DOMRectReadOnly): void {
    if (width === 0 || height === 0 || this.#places.size > MAX_PLACES) return;
    const n = numberFor(element);
    const key = [n, left, top, width, height].map(Math.round).join();
    if (this.#places.has(key)) return;
    const beyond = paintedBeyond(element);
    const box = { n, role: roleOf(element), name: '', x: left, y: top, width, height };
    this.#places.set(key, beyond === 0 ? box : { ...box, beyond });
  }

  /** Everywhere so far. Null: in more places than can be told. */
  places(): WireBox[] | null {
    this.#look();
    this.#note(this.#observer.takeRecords());
    return this.#places.size > MAX_PLACES ? null : [...this.#places.values()];
  }

  stop(): void {
    cancelAnimationFrame(this.#next);
    this.#observer.disconnect();
  }
}

let watch: SecretWatch | undefined;

/** One round trip for all that a picture needs to know of a document, and from here on its places are noted. */
export function watchSecrets(maxFrames: number): WireWatch {
  watch?.stop();
  const frames = queryDeep('iframe, frame', maxFrames);
  const embedded = queryDeep('object, embed', maxFrames);
  watch = new SecretWatch([...frames, ...embedded]);
  return {
    ...{ x: scrollX, y: scrollY },
    ...{ frames: frames.map(numberFor), embedded: embedded.map(numberFor) },
    places: watch.places(),
  };
}

/** The same after the picture, without the frames. */
export function secretsSeen(): WireWatch {
  const places = watch?.places() ?? null;
  watch?.stop();
  watch = undefined;
  return { x: scrollX, y: scrollY, frames: [], embedded: [], places };
}
