import { Failure } from '../../core/index.js';
import type { Identity } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import type { Tab } from '../page/tab.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { Account } from '../page/account.js';
import { checkIdentity, identityDigest, notInjected } from './check-identity.js';
import { leaveOrigins } from './leave-origins.js';
import { putCookies, removeCookies } from './cookie-jar.js';
import { isForHost } from '../page/storage/site-cookies.js';
import type { EmptyDocument } from '../cdp/empty-document.js';
import type { HeaderRules } from '../cdp/header-rules.js';

const INJECT_MS = 10_000;
const UNDO_MS = 3_000;

export interface InjectedIdentityParts {
  readonly headers: HeaderRules;
  /** Requests are held as the headers want it from now on. */
  refresh(): Promise<void>;
  mayVisit(url: string): boolean;
  /** An injection could not be undone: the context must not be used any further. */
  endSession(why: string): Promise<void>;
}

/**
 * The identities of a session, by site. Cookies, headers and storage of an identity are injected completely; after an
 * error all of them are removed again, or the session ends.
 */
export class InjectedIdentities {
  readonly #parts: InjectedIdentityParts;
  readonly #accounts = new Map<string, Account>();

  constructor(parts: InjectedIdentityParts) {
    this.#parts = parts;
  }

  /** The account that is injected at this exact origin. */
  at(origin: string): Account | undefined {
    return [...this.#accounts.values()].findLast(({ identity }) => identity.origins.includes(origin));
  }

  isOnHost(host: string): boolean {
    const origins = [...this.#accounts.values()].flatMap(({ identity }) => identity.origins);
    return origins.some((origin) => new URL(origin).hostname === host);
  }

  getsCookie(domain: string): boolean {
    const origins = [...this.#accounts.values()].flatMap(({ identity }) => identity.origins);
    return origins.some((origin) => isForHost(domain, new URL(origin).hostname));
  }

  /** Cookies and headers, for the whole session. Storage needs a document, and comes with the next navigation. */
  async inject(identity: Identity, tab: Tab, closed: readonly string[]): Promise<void> {
    checkIdentity(identity);
    const digest = identityDigest(identity);
    const before = this.#accounts.get(identity.name);
    if (before?.digest === digest) return;
    await leaveOrigins(tab.page.context(), await cdpSessionOf(tab.page), closed);
    if (before !== undefined) await this.#takeOut(before, tab);
    await this.#orTakeOut(identity, tab, async () => {
      await putCookies(await cdpSessionOf(tab.page), identity);
      const entries = identity.headers.map(({ name, value }) => ({ name, value: openSecret(value).value }));
      this.#parts.headers.put(identity.name, identity.origins, entries);
      if (entries.length > 0) await this.#parts.refresh();
    });
    this.#accounts.set(identity.name, new Account(identity, digest, before?.identity));
  }

  /** Storage, in empty documents of its origins that the tab shows before it goes to `url`. */
  async injectStorage(tab: Tab, url: string): Promise<void> {
    for (const account of this.#accounts.values()) {
      const origins = account.identity.origins.filter(
        (origin) => account.lacks(tab, origin).length > 0 && this.#parts.mayVisit(`${origin}/`),
      );
      // The one that the tab goes to comes last: an empty document at the same address leaves no trace in the history.
      const here = new URL(url).origin;
      origins.sort((a, b) => Number(a === here) - Number(b === here));
      await this.#orTakeOut(account.identity, tab, async () => {
        for (const origin of origins) await this.#fill(account, tab, await tab.showEmpty(emptyUrl(origin, url)));
      });
    }
  }

  async #fill(account: Account, tab: Tab, empty: EmptyDocument): Promise<void> {
    const kinds = account.lacks(tab, empty.origin);
    try {
      for (const kind of kinds) {
        for (const key of account.formerKeys(kind)) await empty.remove(kind, key);
        for (const { key, value } of account.items(kind)) await empty.put(kind, key, openSecret(value).value);
      }
    } catch (error) {
      // Half of the storage is in the browser: it goes with the session.
      await this.#parts.endSession(UNUSABLE);
      throw error;
    }
    account.has(tab, empty.origin, kinds);
  }

  async #orTakeOut(identity: Identity, tab: Tab, work: () => Promise<void>): Promise<void> {
    try {
      if ((await resultOrTooLate(INJECT_MS, work())) !== TOO_LATE) return;
      // The injection may still be running: a session with half an identity must end.
      await this.#parts.endSession(UNUSABLE);
      throw notInjected('it took too long');
    } catch (error) {
      await this.#takeOut({ identity }, tab);
      throw error instanceof Failure ? error : notInjected(undefined, error);
    }
  }

  /** What cannot be taken out again goes with the session. */
  async #takeOut({ identity }: { readonly identity: Identity }, tab: Tab): Promise<void> {
    this.#accounts.delete(identity.name);
    this.#parts.headers.remove(identity.name);
    const undo = async (): Promise<void> => {
      await this.#parts.refresh();
      await removeCookies(await cdpSessionOf(tab.page), identity);
    };
    const done = await resultOrTooLate(UNDO_MS, undo()).catch(() => TOO_LATE);
    if (done === TOO_LATE) await this.#parts.endSession(UNUSABLE);
  }
}

const UNUSABLE = 'an identity could not be put in as a whole';

/** Not quite the same address where a fragment follows: going there from it would not load anything. */
function emptyUrl(origin: string, url: string): string {
  const { origin: goal, href, hash } = new URL(url);
  if (goal !== origin) return `${origin}/`;
  if (hash === '' && !href.endsWith('#')) return href;
  const bare = href.slice(0, href.indexOf('#'));
  return bare === `${origin}/` ? `${origin}/?` : `${origin}/`;
}
