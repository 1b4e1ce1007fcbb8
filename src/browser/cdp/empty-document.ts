import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { RequestInjector } from './request-injector.js';

/** The page that an empty document is shown in. */
export interface EmptiedPage {
  readonly target: string;
  readonly injector: RequestInjector;
  intercept(): Promise<void>;
  call(method: string, params: Fields): Promise<Fields>;
}

export type StorageKind = 'local' | 'session';

// Values are arguments of these, never part of their text.
const PUT = `function (origin, kind, key, value) {
  if (self.origin !== origin) throw new Error('elsewhere');
  const area = kind === 'local' ? localStorage : sessionStorage;
  area.setItem(key, value);
  return area.getItem(key);
}`;
const REMOVE = `function (origin, kind, key) {
  if (self.origin === origin) (kind === 'local' ? localStorage : sessionStorage).removeItem(key);
}`;

/** A document of an origin with nothing in it: no request was made for it, and no script of anybody's runs. */
export class EmptyDocument {
  readonly origin: string;
  readonly #page: EmptiedPage;
  readonly #world: number;

  /** Shows it in the page; throws when anything else was shown. */
  static async show(page: EmptiedPage, url: string): Promise<EmptyDocument> {
    const { injector } = page;
    injector.awaitEmpty(url);
    try {
      await page.intercept();
      // A site's own worker would answer in our place.
      await page.call('Network.setBypassServiceWorker', { bypass: true });
      const shown = await page.call('Page.navigate', { url });
      if (!injector.gaveEmptyTo(textOf(shown, 'loaderId'))) throw new Error('another document came');
      const world = { frameId: page.target, worldName: 'gatewright-identity' };
      const { executionContextId } = await page.call('Page.createIsolatedWorld', world);
      return new EmptyDocument(page, new URL(url).origin, Number(executionContextId));
    } finally {
      injector.forgetEmpty();
      await page.call('Network.setBypassServiceWorker', { bypass: false }).catch(() => undefined);
      await page.intercept().catch(() => undefined);
    }
  }

  private constructor(page: EmptiedPage, origin: string, world: number) {
    this.#page = page;
    this.origin = origin;
    this.#world = world;
  }

  async put(kind: StorageKind, key: string, value: string): Promise<void> {
    if ((await this.#run(PUT, [this.origin, kind, key, value])) !== value) throw new Error('it was not kept as it is');
  }

  async remove(kind: StorageKind, key: string): Promise<void> {
    await this.#run(REMOVE, [this.origin, kind, key]);
  }

  async #run(functionDeclaration: string, values: readonly string[]): Promise<unknown> {
    const answer = await this.#page.call('Runtime.callFunctionOn', {
      functionDeclaration,
      executionContextId: this.#world,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
    });
    if (answer['exceptionDetails'] !== undefined) throw new Error('storage refused it');
    return fieldsOf(answer, 'result')['value'];
  }
}
