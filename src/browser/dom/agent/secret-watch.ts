import { queryDeep } from './query-deep.js';
import { boundingRect } from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { paintedBeyond } from './painted-elsewhere.js';
import { roleOf } from './roles.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';
import type { WireBox, WireScroll, WireWatch } from '../host/wire.js';

const MAX_FIELDS = 5_000;
const MAX_PLACES = 1_000;
const MAX_SCROLLS = 50;
const MAX_TEXTS = 500;
const MAX_TEXT = 5_000;

/**
 * Where secret fields, and frames that hold some, stand in every frame that is painted. A page may move them in any
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
  /** What was put in, at any time. */
  readonly #texts = new Set<string>();
  readonly #changes = new MutationObserver((records) => {
    this.#noteTexts(records);
  });
  #next: number;

  constructor(frames: readonly Element[], watchesText: boolean) {
    this.#frames = frames;
    const { left, top } = boundingRect(this.#root);
    this.#origin = { x: left + scrollX, y: top + scrollY };
    this.#observer = new IntersectionObserver((entries) => {
      this.#note(entries);
    });
    this.#next = requestAnimationFrame(this.#beforePaint);
    if (watchesText) this.#changes.observe(document, { subtree: true, childList: true, characterData: true });
  }

  #elements(): Element[] {
    const fields = queryDeep(SECRET_FIELDS, MAX_FIELDS).filter((field) => sensitiveKind(field) !== undefined);
    return [...fields, ...this.#frames];
  }

  readonly #beforePaint = (): void => {
    this.#next = requestAnimationFrame(this.#beforePaint);
    for (const element of [this.#root, ...this.#elements()]) {
      this.#observer.unobserve(element);
      this.#observer.observe(element);
    }
  };

  #look(): void {
    for (const element of this.#elements()) this.#add(element, boundingRect(element));
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
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
    this.#look();
    this.#note(this.#observer.takeRecords());
    this.#addScroll({ x: scrollX, y: scrollY });
    const isTooMuch = this.#places.size > MAX_PLACES || (this.#places.size > 0 && this.#scrolls.size > MAX_SCROLLS);
    return isTooMuch ? null : [...this.#places.values()];
  }

  /** Runs after each script that changes a text, and before the next: a text that stands for one frame is noted too. */
  #noteTexts(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (this.#texts.size > MAX_TEXTS) return;
        const text = node.textContent?.slice(0, MAX_TEXT).trim() ?? '';
        if (text !== '') this.#texts.add(text);
      }
    }
  }

  /** Null: more than can be told. */
  texts(): string[] | null {
    this.#noteTexts(this.#changes.takeRecords());
    return this.#texts.size > MAX_TEXTS ? null : [...this.#texts];
  }

  scrolls(): WireScroll[] {
    return [...this.#scrolls.values()];
  }

  stop(): void {
    cancelAnimationFrame(this.#next);
    this.#changes.disconnect();
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

/** The same after the picture, without the frames. */
export function secretsSeen(): WireWatch {
  const places = watch?.places() ?? null;
  const scrolls = watch?.scrolls() ?? [];
  const texts = watch?.texts() ?? null;
  watch?.stop();
  watch = undefined;
  return { x: scrollX, y: scrollY, scrolls, texts, frames: [], embedded: [], places };
}
