import type { Page as PlaywrightPage } from 'playwright-core';
import type { GatedPage } from '../cdp/target-interceptor.js';
import { EmptyDocument } from '../cdp/empty-document.js';
import type { TabLogs } from './tab-logs.js';
import type { TabView } from '../dom/host/tab-view.js';

export interface Tab {
  /** t1, t2 …; never reused in a session. */
  readonly id: string;
  readonly page: PlaywrightPage;
  readonly view: TabView;
  readonly logs: TabLogs;
  /** A page opened it by itself. */
  readonly popup: boolean;
  /** Changes with each new top document. */
  document(): string;
  readonly crashed: boolean;
  /** Leaves the page for an empty document at this address, for which nothing is asked of anybody. */
  showEmpty(url: string): Promise<EmptyDocument>;
}

export interface TabParts {
  readonly id: string;
  readonly page: PlaywrightPage;
  readonly view: TabView;
  readonly logs: TabLogs;
  readonly gated: GatedPage;
}

/** A tab as the session holds it: with the line to its page that works when the page does not answer. */
export class LiveTab implements Tab {
  readonly id: string;
  readonly page: PlaywrightPage;
  readonly view: TabView;
  readonly logs: TabLogs;
  readonly popup: boolean;
  readonly #gated: GatedPage;

  constructor(parts: TabParts) {
    this.id = parts.id;
    this.page = parts.page;
    this.view = parts.view;
    this.logs = parts.logs;
    this.#gated = parts.gated;
    this.popup = parts.gated.isPopup;
  }

  document(): string {
    return `${this.id}.${this.#gated.documents}`;
  }

  /** We opened it, and nothing has been shown in it yet. */
  get isUnused(): boolean {
    return this.#gated.documents === 0 && !this.#gated.isPopup;
  }

  get crashed(): boolean {
    return this.#gated.crashed.aborted;
  }

  get crash(): AbortSignal {
    return this.#gated.crashed;
  }

  showEmpty(url: string): Promise<EmptyDocument> {
    return EmptyDocument.show(this.#gated, url);
  }

  /** Did it stop loading, and does its script still run? */
  async calmDown(): Promise<void> {
    await this.#gated.stopLoading();
    await this.breathe();
  }

  /** Answers if script can run in it. */
  async breathe(): Promise<void> {
    await this.#gated.breathe();
  }
}
