import { numberOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

export interface DownloadState {
  readonly received: number;
  /** 0: nobody knows. */
  readonly total: number;
  readonly state: 'inProgress' | 'completed' | 'canceled';
}

interface Begun {
  readonly id: string;
  readonly url: string;
  readonly name: string;
}

const MAX_REMEMBERED = 200;

/** What the browser tells about downloads of all its contexts, and how far they are. */
export class DownloadWatch {
  #begun: Begun[] = [];
  readonly #states = new Map<string, DownloadState>();

  onEvent(method: 'Browser.downloadWillBegin' | 'Browser.downloadProgress', params: Fields): void {
    const id = textOf(params, 'guid') ?? '';
    // The id becomes the name of a file: a path in it could lead out of the folder (CWE-22).
    if (!/^[\w-]{8,60}$/u.test(id)) return;
    if (method === 'Browser.downloadWillBegin') {
      const begun = { id, url: textOf(params, 'url') ?? '', name: textOf(params, 'suggestedFilename') ?? '' };
      this.#begun = [...this.#begun, begun].slice(-MAX_REMEMBERED);
      return;
    }
    const told = textOf(params, 'state');
    const state = told === 'completed' || told === 'canceled' ? told : 'inProgress';
    const [received, total] = [numberOf(params, 'receivedBytes') ?? 0, numberOf(params, 'totalBytes') ?? 0];
    this.#states.delete(id);
    this.#states.set(id, { received, total, state });
    const [oldest] = this.#states.keys();
    if (this.#states.size > MAX_REMEMBERED && oldest !== undefined) this.#states.delete(oldest);
  }

  /** The first of them that nobody has claimed; they are told of in the same order everywhere. */
  claim(url: string, name: string): string | undefined {
    const found = this.#begun.find((begun) => begun.url === url && begun.name === name);
    this.#begun = this.#begun.filter((begun) => begun !== found);
    return found?.id;
  }

  state(id: string): DownloadState | undefined {
    return this.#states.get(id);
  }
}
