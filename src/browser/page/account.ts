import type { Identity } from '../../core/index.js';
import type { StorageKind } from '../cdp/empty-document.js';

/** One identity in a session: where its parts were injected, and how signing in went. */
export class Account {
  readonly identity: Identity;
  readonly digest: string;
  /** Set before a password is sent and lifted when it worked: no site is asked again and again with a wrong one. */
  isLockedOut = false;
  readonly #local = new Set<string>();
  readonly #session = new WeakMap<object, Set<string>>();

  readonly #former: Identity | undefined;

  /** `former`: the identity of the same name that was injected into the session before. */
  constructor(identity: Identity, digest: string, former: Identity | undefined) {
    this.identity = identity;
    this.digest = digest;
    this.#former = former;
  }

  /** How the agent may call it. */
  get who(): string {
    return this.identity.username ?? this.identity.name;
  }

  /** What has still to be put into storage before this tab shows a page of the origin. */
  lacks(tab: object, origin: string): StorageKind[] {
    const { origins, localStorage, sessionStorage } = this.identity;
    if (!origins.includes(origin)) return [];
    const kinds: StorageKind[] = [];
    const local = localStorage.length + this.formerKeys('local').length;
    const session = sessionStorage.length + this.formerKeys('session').length;
    if (local > 0 && !this.#local.has(origin)) kinds.push('local');
    if (session > 0 && this.#session.get(tab)?.has(origin) !== true) kinds.push('session');
    return kinds;
  }

  has(tab: object, origin: string, kinds: readonly StorageKind[]): void {
    if (kinds.includes('local')) this.#local.add(origin);
    if (!kinds.includes('session')) return;
    const origins = this.#session.get(tab) ?? new Set<string>();
    this.#session.set(tab, origins.add(origin));
  }

  items(kind: StorageKind): Identity['localStorage'] {
    return itemsOf(this.identity, kind);
  }

  /** Keys that the earlier record of this identity had put there, to be removed. */
  formerKeys(kind: StorageKind): readonly string[] {
    return this.#former === undefined ? [] : itemsOf(this.#former, kind).map(({ key }) => key);
  }
}

function itemsOf({ localStorage, sessionStorage }: Identity, kind: StorageKind): Identity['localStorage'] {
  return kind === 'local' ? localStorage : sessionStorage;
}
