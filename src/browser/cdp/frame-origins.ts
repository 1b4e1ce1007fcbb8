import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

/** Remembered frames; older ones are forgotten, gone or not. */
const MAX_FRAMES = 10_000;

interface KnownFrame {
  /** Absent: its document has no address of its own and is its parent's. */
  readonly origin?: string;
  readonly parent?: string;
}

/** The origin of every frame, as far as its browser has said: a window that a frame opens without an address is its. */
export class FrameOrigins {
  readonly #frames = new Map<string, KnownFrame>();
  /** By context: where the window that comes next was asked to go. */
  readonly #openings = new Map<string, string>();

  onEvent(method: string | undefined, params: Fields): void {
    switch (method ?? '') {
      case 'Page.frameAttached':
        this.#add(textOf(params, 'frameId') ?? '', undefined, textOf(params, 'parentFrameId'));
        return;
      case 'Page.frameNavigated':
      case 'Page.documentOpened': {
        const frame = fieldsOf(params, 'frame');
        this.#add(textOf(frame, 'id') ?? '', documentOrigin(frame), textOf(frame, 'parentId'));
        return;
      }
      default:
    }
  }

  /** The origin that a frame acts for; undefined: nobody knows. */
  of(frame: string): string | undefined {
    let known = this.#frames.get(frame);
    for (let depth = 0; known !== undefined && depth < 100; depth += 1) {
      if (known.origin !== undefined) return known.origin;
      known = known.parent === undefined ? undefined : this.#frames.get(known.parent);
    }
    return undefined;
  }

  /** A window without an address of its own acts for the frame that opened it. */
  openedBy(page: string, opener: string): void {
    this.#add(page, undefined, opener);
  }

  opening(context: string, url: string): void {
    this.#openings.set(context, url);
  }

  takeOpening(context: string): string | undefined {
    const url = this.#openings.get(context);
    this.#openings.delete(context);
    return url;
  }

  forget(context: string): void {
    this.#openings.delete(context);
  }

  #add(frame: string, origin: string | undefined, parent: string | undefined): void {
    const above = parent ?? this.#frames.get(frame)?.parent;
    this.#frames.delete(frame);
    this.#frames.set(frame, {
      ...(origin === undefined ? {} : { origin }),
      ...(above === undefined ? {} : { parent: above }),
    });
    const [oldest] = this.#frames.keys();
    if (this.#frames.size > MAX_FRAMES && oldest !== undefined) this.#frames.delete(oldest);
  }
}

/**
 * Whose document it is: the origin that DevTools names, else its address's. A document without an address (`about:blank`,
 * `data:`, `srcdoc`) has the origin of whoever made it, or an opaque one, which DevTools writes as `://`.
 */
export function documentOrigin(frame: Fields): string | undefined {
  for (const text of [textOf(frame, 'securityOrigin'), textOf(frame, 'url')]) {
    const inner = (text ?? '').replace(/^(?:blob|filesystem):/u, '');
    if (/^https?:\/\/./iu.test(inner) && URL.canParse(inner)) return new URL(inner).origin;
  }
  return undefined;
}
