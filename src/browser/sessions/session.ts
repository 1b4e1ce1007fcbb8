import type { BrowserContext, Page as PlaywrightPage } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { PageSecrets } from '../../core/index.js';
import type { SessionDevices } from '../emulation/session-devices.js';
import type { SessionEmulation } from '../emulation/session-emulation.js';
import type { SessionFiles } from '../files/session-files.js';
import type { InjectedIdentities } from '../identity/injected-identities.js';
import { targetIdOf } from '../cdp/page-cdp-session.js';
import { grantedPermissions, permissionMode } from '../page/preferences.js';
import type { SessionEvents } from '../page/session-events.js';
import { PermissionQueue } from '../page/permission-queue.js';
import { KeptPictures } from '../page/kept-pictures.js';
import type { Preferences } from '../page/preferences.js';
import type { Recorder } from '../page/recording/recorder.js';
import type { SessionClipboard, Session } from '../page/session.js';
import { originOf } from '../page/shown-url.js';
import { TabLogs } from '../page/tab-logs.js';
import { createTabView } from '../dom/index.js';
import { LiveTab } from '../page/tab.js';
import type { KeptParts } from './open-deps.js';
import { PageOpener } from './page-opener.js';
import type { SessionParts } from './session-parts.js';
import type { WatchedUse } from './session-usage.js';
import { waitWhileAlive } from './wait-while-alive.js';
import { succeeds } from '../with-timeout.js';

/** A tab that is not ready after this time, in a browser that answers, hangs. */
const VIEW_MS = 25_000;
const CLOSE_MS = 2000;

export class LiveSession implements Session {
  readonly scope: SessionParts['scope'];
  readonly context: BrowserContext;
  readonly preferences: Preferences;
  readonly events: SessionEvents;
  readonly identities: InjectedIdentities;
  readonly pageSecrets: PageSecrets;
  readonly emulation: SessionEmulation;
  readonly devices: SessionDevices | undefined;
  readonly files: SessionFiles | undefined;
  readonly recorder: Recorder | undefined;
  readonly extensions: KeptParts['extensions'];
  readonly takeRestored: Session['takeRestored'];
  readonly clipboard: SessionClipboard = { text: '' };
  readonly pictures = new KeptPictures();
  readonly #parts: SessionParts;
  readonly #adopted = new WeakMap<PlaywrightPage, Promise<LiveTab>>();
  #tabs: LiveTab[] = [];
  #current: LiveTab | undefined;
  #lastTab = 0;
  #isDriven = false;
  readonly #opener: PageOpener;
  readonly #byPerson: { readonly name: string; readonly origin: string }[] = [];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.scope = parts.scope;
    this.context = parts.context;
    this.#opener = new PageOpener(parts.context, parts.lastTarget);
    this.preferences = parts.preferences;
    this.events = parts.events;
    this.identities = parts.identities;
    this.pageSecrets = parts.pageSecrets;
    this.emulation = parts.emulation;
    this.devices = parts.devices;
    this.files = parts.files;
    this.recorder = parts.recorder;
    this.extensions = parts.extensions;
    this.takeRestored = parts.takeRestored ?? (() => false);
    parts.context.on('page', this.#meet);
    this.events.permissions = this.#permissionQueue(parts.permissions);
  }

  tabs(): readonly LiveTab[] {
    return this.#tabs;
  }

  /** The session's use of each limited resource, except for its processes. */
  counts(): WatchedUse {
    const frames = this.#tabs.reduce((sum, { page }) => sum + page.frames().length, 0);
    const { files: downloads = 0, bytes: downloadBytes = 0 } = this.files?.kept ?? {};
    return { tabs: this.#tabs.length, frames, downloads, downloadBytes };
  }

  current(): LiveTab {
    if (this.#current === undefined) throw new Failure('session.none', 'Its last tab was closed.');
    return this.#current;
  }

  /** The tab that a call means; the last one closed leaves room for a fresh one. */
  async tabFor(id: string | undefined): Promise<LiveTab> {
    if (id !== undefined) return this.#find(id);
    return this.#current ?? (await this.openTab());
  }

  /** The same without opening one. */
  peek(id: string | undefined): LiveTab | undefined {
    return id === undefined ? this.#current : this.#find(id);
  }

  async openTab(): Promise<LiveTab> {
    const { max, key } = this.#parts.maxTabs();
    if (this.#tabs.length >= max) {
      throw new Failure('session.limit', `It has ${max} of ${max} tabs (${key}). Close one with browser_tabs.`);
    }
    return this.#openFresh();
  }

  async #openFresh(): Promise<LiveTab> {
    const page = await waitWhileAlive(this.#parts.running, this.#opener.open());
    const tab = await this.#adopt(page);
    this.#current = tab;
    return tab;
  }

  /** The fresh tab comes first: a browser whose last one closes may end. */
  async renewTabs(): Promise<void> {
    const fresh = await this.#openFresh();
    const others = this.#tabs.filter((tab) => tab !== fresh);
    await Promise.all(others.map((tab) => this.dismiss(tab, CLOSE_MS)));
    this.#current = fresh;
    this.#parts.refs.forgetAll();
    this.pictures.clear();
  }

  select(id: string): LiveTab {
    const tab = this.#find(id);
    this.#current = tab;
    // For a person who looks on; a page that hangs must not hold up anybody.
    tab.page.bringToFront().catch(() => undefined);
    return tab;
  }

  async close(id: string): Promise<void> {
    await this.dismiss(this.#find(id), CLOSE_MS);
  }

  /** Closes it, and forgets it whether or not that works; says whether it did. */
  async dismiss(tab: LiveTab, ms: number): Promise<boolean> {
    this.#forget(tab);
    return succeeds(ms, tab.page.close({ runBeforeUnload: false }));
  }

  crashPages(): void {
    this.#parts.crashPages();
  }

  /** A fresh tab for one that is of no use any more. */
  async replace(tab: LiveTab): Promise<LiveTab> {
    // Not awaited for its success: if it hangs, its time is limited, and it is forgotten already.
    await this.dismiss(tab, 1000);
    return this.openTab();
  }

  grantedPermissions(): readonly string[] {
    return grantedPermissions(this.preferences, this.#parts.permissions.grantable);
  }

  /** Those that are granted now. All were refused when the context was made; a name that the browser does not know stays so. */
  async applyPermissions(): Promise<readonly string[]> {
    const { grantable, set } = this.#parts.permissions;
    const wished = this.grantedPermissions();
    this.events.permissions?.forget();
    await this.#takeBackPermissions();
    const done = await Promise.all(
      grantable.map((name) =>
        set(name, wished.includes(name) ? 'granted' : 'denied').then(
          () => name,
          () => undefined,
        ),
      ),
    );
    return wished.filter((name) => done.includes(name));
  }

  #permissionQueue({ grantable, set, ask }: SessionParts['permissions']): PermissionQueue {
    return new PermissionQueue({
      grantable,
      mode: (name) => permissionMode(this.preferences, name),
      isTop: (origin) => this.#tabs.some(({ page }) => originOf(page.url()) === origin),
      grant: async (name, origin) => {
        this.#byPerson.push({ name, origin });
        await set(name, 'granted', origin);
      },
      ...(ask === undefined ? {} : { ask }),
    });
  }

  /** New preferences revoke the permissions that a person granted to single origins. */
  async #takeBackPermissions(): Promise<void> {
    const { set } = this.#parts.permissions;
    const granted = this.#byPerson.splice(0);
    await Promise.all(granted.map(({ name, origin }) => set(name, 'denied', origin).catch(() => undefined)));
  }

  /** While a person drives nothing is kept of what its pages say, and new windows come to the front as they would. */
  setDriven(isDriven: boolean): void {
    this.#isDriven = isDriven;
    this.recorder?.setDriven(isDriven);
    // A person changes the page during a takeover: refs from before become stale.
    this.#parts.refs.forgetAll();
  }

  end(why: string): Promise<void> {
    return this.#parts.end(why);
  }

  closeContext(): Promise<void> {
    return this.#parts.closeContext();
  }

  /** Everything that was kept for its pages. */
  dispose(): void {
    // A context that is not its own lives on, and somebody else's pages come in it.
    this.context.off('page', this.#meet);
    for (const tab of [...this.#tabs]) this.#forget(tab);
    this.files?.end();
    this.pictures.clear();
  }

  readonly #meet = (page: PlaywrightPage): void => {
    void this.#adopt(page).catch(() => undefined);
  };

  #find(id: string): LiveTab {
    const tab = this.#tabs.find((candidate) => candidate.id === id);
    if (tab === undefined) throw new Failure('session.no-such-tab');
    return tab;
  }

  #adopt(page: PlaywrightPage): Promise<LiveTab> {
    const known = this.#adopted.get(page);
    if (known !== undefined) return known;
    const adopting = this.#takeIn(page);
    this.#adopted.set(page, adopting);
    return adopting;
  }

  async #takeIn(page: PlaywrightPage): Promise<LiveTab> {
    this.#opener.announced(page);
    const logs = new TabLogs(page, () => this.#isDriven);
    this.events.attach(page, this.preferences);
    const id = `t${++this.#lastTab}`;
    this.recorder?.addTab(page, id);
    const building = waitWhileAlive(this.#parts.running, this.#build(page, id, logs), VIEW_MS);
    const built = await building.catch((error: unknown) => {
      page.close().catch(() => undefined);
      if (error instanceof Failure) throw error;
      throw new Failure('session.no-such-tab', 'It was closed as it opened.', undefined, error);
    });
    this.#tabs.push(built);
    if (this.#isDriven && built.popup) this.#current = built;
    this.#current ??= built;
    page.once('close', () => {
      this.#forget(built);
    });
    if (page.isClosed()) this.#forget(built);
    if (built.popup) this.events.popup(built);
    return built;
  }

  async #build(page: PlaywrightPage, id: string, logs: TabLogs): Promise<LiveTab> {
    const { documentInterceptor, refs, maxTokens, viewport, pageSecrets: secrets } = this.#parts;
    if (viewport !== undefined) await page.setViewportSize({ ...viewport });
    const building = createTabView({ page, context: this.context, refs, secrets, defaults: { maxTokens } });
    const [view, targetId] = await Promise.all([building, targetIdOf(page)]).catch((error: unknown): never => {
      building
        .then((view) => {
          view.dispose();
        })
        .catch(() => undefined);
      throw error;
    });
    const target = documentInterceptor.page(targetId);
    // The page has the size of the device from its beginning; Playwright is told.
    if (this.emulation.settings.device !== undefined)
      await page.setViewportSize(this.emulation.viewport).catch(() => undefined);
    if (target !== undefined) return new LiveTab({ id, page, view, logs, target });
    view.dispose();
    throw new Error('This page did not come through the gate.');
  }

  #forget(tab: LiveTab): void {
    if (!this.#tabs.includes(tab)) return;
    this.#tabs = this.#tabs.filter((other) => other !== tab);
    if (this.#current === tab) this.#current = this.#tabs.at(-1);
    tab.view.dispose();
  }
}
