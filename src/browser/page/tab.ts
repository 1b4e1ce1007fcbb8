import type { Page as PlaywrightPage } from 'playwright-core';
import type { TargetInterceptor } from '../cdp/target-interceptor.js';
import { EmptyDocument } from '../cdp/empty-document.js';
import type { TabLogs } from './tab-logs.js';
import type { CdpTabView } from '../dom/cdp-tab-view.js';

export interface Tab {
  /** t1, t2 …; never reused in a session. */
  readonly id: string;
  readonly page: PlaywrightPage;
  readonly view: CdpTabView;
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
  readonly view: CdpTabView;
  readonly logs: TabLogs;
  readonly target: TargetInterceptor;
}

/** A tab as the session holds it: with the line to its page that works when the page does not answer. */
export class LiveTab implements Tab {
  readonly id: string;
  readonly page: PlaywrightPage;
  readonly view: CdpTabView;
  readonly logs: TabLogs;
  readonly popup: boolean;
  readonly #target: TargetInterceptor;

  constructor(parts: TabParts) {
    this.id = parts.id;
    this.page = parts.page;
    this.view = parts.view;
    this.logs = parts.logs;
    this.#target = parts.target;
    this.popup = parts.target.isPopup;
  }

  document(): string {
    return `${this.id}.${this.#target.documents}`;
  }

  /** We opened it, and nothing has been shown in it yet. */
  get isUnused(): boolean {
    return this.#target.documents === 0 && !this.#target.isPopup;
  }

  get crashed(): boolean {
    return this.#target.crashed.aborted;
  }

  get crash(): AbortSignal {
    return this.#target.crashed;
  }

  showEmpty(url: string): Promise<EmptyDocument> {
    return EmptyDocument.show(this.#target, url);
  }

  /** Did it stop loading, and does its script still run? */
  async stopAndPing(): Promise<void> {
    await this.#target.stopLoading();
    await this.ping();
  }

  /** Answers if script can run in it. */
  async ping(): Promise<void> {
    await this.#target.ping();
  }
}
