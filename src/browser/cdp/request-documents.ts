import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

/** Remembered requests and documents; older ones are forgotten. */
const MAX_REMEMBERED = 2_000;
/** A request's announcement and its pause come on two lines, and either may be the first. */
const MAX_WAIT_MS = 500;

/** Which document each request of a page is for, as `Network.requestWillBeSent` names it. */
export class RequestDocuments {
  /** By loader: the origin of its document. */
  readonly #origins = new Map<string, string | undefined>();
  /** By request: the loader of its document. */
  readonly #loaders = new Map<string, string>();
  readonly #waiting = new Map<string, () => void>();

  onEvent(event: string, params: Fields): void {
    if (event === 'Page.frameNavigated') {
      const frame = fieldsOf(params, 'frame');
      remember(this.#origins, textOf(frame, 'loaderId') ?? '', textOf(frame, 'securityOrigin'));
    } else if (event === 'Network.requestWillBeSent') {
      const request = textOf(params, 'requestId') ?? '';
      remember(this.#loaders, request, textOf(params, 'loaderId') ?? '');
      this.#waiting.get(request)?.();
    }
  }

  /** The origin of the document that a request is for; undefined: nobody said so in time. */
  async originFor(request: string): Promise<string | undefined> {
    if (!this.#loaders.has(request)) await this.#announcement(request);
    const loader = this.#loaders.get(request);
    return loader === undefined ? undefined : this.#origins.get(loader);
  }

  async #announcement(request: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_WAIT_MS);
      this.#waiting.set(request, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#waiting.delete(request);
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
