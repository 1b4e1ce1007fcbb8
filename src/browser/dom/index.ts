import type { BrowserContext, Page } from 'playwright-core';
import type { PageSecrets } from '../../core/index.js';
import { FrameDocuments } from './host/frame-documents.js';
import { RefBook } from './host/ref-book.js';
import { CdpTabView } from './cdp-tab-view.js';

export { RefBook };
export { pageViewOf } from './snapshot/sourced-text.js';
export type { RefNumbers } from './host/ref-book.js';

export interface TabViewNeeds {
  readonly page: Page;
  readonly context: BrowserContext;
  /** One per session: refs are numbered across its tabs. */
  readonly refs: RefBook;
  readonly secrets: PageSecrets;
  readonly defaults: { readonly maxTokens: number };
}

export async function createTabView({ page, context, refs, secrets, defaults }: TabViewNeeds): Promise<CdpTabView> {
  const documents = await FrameDocuments.open({ page, context, refs, secrets });
  return new CdpTabView({ page, documents, refs, maxTokens: defaults.maxTokens });
}
