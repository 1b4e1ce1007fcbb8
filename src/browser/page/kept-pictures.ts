import { randomInt } from 'node:crypto';
import { Failure } from '../../core/index.js';
import type { Picture, Secret } from '../../core/index.js';
import { isWebUrl } from './shown-url.js';

export const MAX_KEPT_PICTURES = 20;
/** With every session that a server may have this is still less than what one browser takes. */
export const MAX_KEPT_BYTES = 4_000_000;
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

interface KeptPicture {
  readonly picture: Picture;
  /** The page that it shows. */
  readonly url: string;
  /** Those that were painted over if the page showed them. */
  readonly hidden: ReadonlySet<Secret>;
}

/** Pictures that navigations of one session took, until somebody asks for them. The oldest go first. */
export class KeptPictures {
  readonly #pictures = new Map<string, KeptPicture>();
  #bytes = 0;

  keep(kept: KeptPicture): string {
    const { length } = kept.picture.image;
    if (length > MAX_KEPT_BYTES) throw new Failure('page.too-large');
    const id = newId();
    this.#pictures.set(id, kept);
    this.#bytes += length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#pictures.size <= MAX_KEPT_PICTURES && this.#bytes <= MAX_KEPT_BYTES) break;
      this.#drop(oldest);
    }
    return id;
  }

  /** A secret that became known later may be in the picture: then it is shown to nobody. */
  fetch(id: string, masked: readonly Secret[], mayVisit: (url: string) => boolean): Picture {
    const kept = this.#pictures.get(id);
    if (kept === undefined) throw new Failure('session.no-such-picture');
    if (isWebUrl(kept.url) && !mayVisit(kept.url)) throw new Failure('policy.origin-not-allowed');
    if (!masked.every((secret) => kept.hidden.has(secret))) {
      this.#drop(id);
      throw new Failure('page.secret-shown', 'a secret became known after the picture was taken; take a new one');
    }
    return kept.picture;
  }

  clear(): void {
    this.#pictures.clear();
    this.#bytes = 0;
  }

  #drop(id: string): void {
    this.#bytes -= this.#pictures.get(id)?.picture.image.length ?? 0;
    this.#pictures.delete(id);
  }
}

/** Random, so that the id of another session's picture leads to no picture of this one. */
function newId(): string {
  return `img-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
