import type { PageView } from './page.js';

export type StoreKind = 'cookies' | 'local' | 'session' | 'indexeddb' | 'cache';

/** What a saved state holds, in numbers: nobody is shown the values. */
export interface StateFacts {
  readonly origin: string;
  readonly cookies: number;
  readonly local: number;
  readonly session: number;
}

/** For the capability `storage`: what the site of the current top page keeps in the browser, and nobody else's. */
export interface PageStorage {
  /** Names and sizes, never values. */
  listStorage(kind: StoreKind): Promise<PageView>;
  readStorage(kind: StoreKind, key: string): Promise<PageView>;
  writeStorage(kind: StoreKind, key: string, value: string): Promise<void>;
  /** How many entries went. */
  removeStorage(kind: StoreKind, key: string): Promise<number>;
  saveState(name: string): Promise<StateFacts>;
  loadState(name: string): Promise<StateFacts>;
}
