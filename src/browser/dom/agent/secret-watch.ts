import { queryDeep } from './query-deep.js';
import { boundingRect, flatParent } from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { paintedBeyond } from './painted-elsewhere.js';
import { roleOf } from './roles.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';
import { TextWatch } from './text-watch.js';
import type { WireBox, WireScroll, WireWatch } from '../host/wire.js';

const MAX_FIELDS = 5_000;
const MAX_PLACES = 1_000;
const MAX_SCROLLS = 50;

/**
 * Where secret fields, and frames that hold some, are in every frame that is painted. A page may move them in any
 * script of its own, after ours has looked; but an intersection observer that is told to look before a frame reports
 * where the element is in that very frame, when no script can run any more.
 */
class SecretWatch {
  readonly #places = new Map<string, WireBox>();
  readonly #observer: IntersectionObserver;
  readonly #frames: readonly Element[];
  /** Where the document was scrolled to in the frames that were painted. */
  readonly #scrolls = new Map<string, WireScroll>();
  readonly #root = document.documentElement;
  /** Where the root's box begins in the document: not at its corner if it has a margin. */
  readonly #origin: WireScroll;
  /** Undefined: there is no text to look for. */
  readonly #text: TextWatch | undefined;
  /** Elements that hold a secret and are not shown. */
  readonly #holders = new Set<Element>();
  #next: number;

  constructor(frames: readonly Element[], watchesText: boolean) {
    this.#frames = frames;
    const { left, top } = boundingRect(this.#root);
    this.#origin = { x: left + scrollX, y: top + scrollY };
    this.#observer = new IntersectionObserver((entries) => {
      this.#note(entries);
    });
    this.#next = requestAnimationFrame(this.#beforePaint);
    this.#text = watchesText ? new TextWatch() : undefined;
  }

  #elements(): Element[] {
    const fields = queryDeep(SECRET_FIELDS, MAX_FIELDS).filter((field) => sensitiveKind(field) !== undefined);
    return [...fields, ...this.#frames, ...this.#holders];
  }

  readonly #beforePaint = (): void => {
    this.#next = requestAnimationFrame(this.#beforePaint);
    // `unobserve` drops records that were not delivered yet, so they are taken first.
    this.#note(this.#observer.takeRecords());
    for (const element of [this.#root, ...this.#elements()]) {
      this.#observer.unobserve(element);
      this.#observer.observe(element);
    }
  };

  #addAll(): void {
    for (const element of this.#elements()) this.#add(element, boundingRect(element));
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    this.#text?.readValues();
    for (const { target, boundingClientRect } of entries) {
      const { left, top } = boundingClientRect;
      if (target === this.#root) this.#addScroll({ x: this.#origin.x - left, y: this.#origin.y - top });
      else this.#add(target, boundingClientRect);
    }
  }

  /** Boxes are those of the viewport: in the picture of a page that scrolls they stand somewhere else each time. */
  #addScroll({ x, y }: WireScroll): void {
    if (this.#scrolls.size <= MAX_SCROLLS) this.#scrolls.set(`${Math.round(x)},${Math.round(y)}`, { x, y });
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
    this.#addAll();
    this.#note(this.#observer.takeRecords());
    this.#addScroll({ x: scrollX, y: scrollY });
    const isTooMuch = this.#places.size > MAX_PLACES || (this.#places.size > 0 && this.#scrolls.size > MAX_SCROLLS);
    return isTooMuch ? null : [...this.#places.values()];
  }

  /** Null: more than can be told. */
  texts(): string[] | null {
    return this.#text === undefined ? [] : this.#text.texts();
  }

  /** These nodes are noted wherever they are shown from here on. */
  hold(nodes: readonly Node[]): void {
    for (const node of nodes) {
      const holder = flatParent(node);
      if (holder !== null) this.#holders.add(holder);
    }
  }

  scrolls(): WireScroll[] {
    return [...this.#scrolls.values()];
  }

  stop(): void {
    cancelAnimationFrame(this.#next);
    this.#text?.stop();
    this.#observer.disconnect();
  }
}

let watch: SecretWatch | undefined;

/** One round trip for all that a picture needs to know of a document, and from here on its places are noted. */
export function watchSecrets(maxFrames: number, watchesText: boolean): WireWatch {
  watch?.stop();
  const frames = queryDeep('iframe, frame', maxFrames);
  const embedded = queryDeep('object, embed', maxFrames);
  watch = new SecretWatch([...frames, ...embedded], watchesText);
  return {
    ...{ x: scrollX, y: scrollY, scrolls: [], texts: [] },
    ...{ frames: frames.map(numberFor), embedded: embedded.map(numberFor) },
    places: watch.places(),
  };
}

/** Texts that hold a secret and are not shown, as the debugger found them. */
export function holdHidden(...nodes: readonly unknown[]): void {
  watch?.hold(nodes.filter((node) => node instanceof Node));
}

/** The same after the picture, without the frames; also when it is asked once more. */
export function secretsSeen(): WireWatch {
  const places = watch?.places() ?? null;
  const scrolls = watch?.scrolls() ?? [];
  const texts = watch?.texts() ?? null;
  watch?.stop();
  return { x: scrollX, y: scrollY, scrolls, texts, frames: [], embedded: [], places };
}
