import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createTabView, RefBook } from '../../../src/browser/dom/index.js';
import type { CdpTabView } from '../../../src/browser/dom/cdp-tab-view.js';
import { Failure } from '../../../src/core/index.js';
import { html, startSite, type Site } from '../../fixtures/site.js';
import { launchChromium } from '../page/chromium.js';

/** A browser with one tab and its view, on a site whose pages a test writes as it goes. */
export interface SnapshotSetup {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly view: CdpTabView;
  readonly refs: RefBook;
  readonly site: Site;
  /** Opens a page with this body. */
  show(body: string, head?: string): Promise<void>;
  /** Puts a page at a path of its own, for frames and links. */
  put(body: string, head?: string): string;
  snapshot(options?: Parameters<CdpTabView['reader']['snapshot']>[0]): Promise<string>;
  /** Runs a script in the page's own world. */
  run(script: string): Promise<unknown>;
  /** The ref on the first line that contains this. */
  refOf(part: string): Promise<string>;
  close(): Promise<void>;
}

export async function openSnapshotSetup(maxTokens = 6_000): Promise<SnapshotSetup> {
  // Different loopback names are different sites: their frames get processes of their own.
  const browser = await launchChromium('--site-per-process');
  const pages: Record<string, string> = {};
  const site = await startSite(pages);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const refs = new RefBook();
  const view = await createTabView({
    ...{ page, context, refs },
    secrets: { mask: () => undefined, learn: () => undefined },
    defaults: { maxTokens },
  });
  let last = 0;
  const put = (body: string, head?: string): string => {
    last += 1;
    pages[`/p${last}`] = html(body, head);
    return `/p${last}`;
  };
  const snapshot: SnapshotSetup['snapshot'] = async (options = {}) => (await view.reader.snapshot(options)).text;
  return {
    browser,
    context,
    page,
    view,
    refs,
    site,
    put,
    snapshot,
    run: (script) => page.evaluate(script),
    show: async (body, head) => {
      await page.goto(site.url(put(body, head)));
    },
    refOf: async (part) => {
      const line = (await snapshot()).split('\n').find((one) => one.includes(part));
      const ref = /\[ref=(e\d+)\]/u.exec(line ?? '')?.[1];
      if (ref === undefined) throw new Error(`no ref on a line with ${part}`);
      return ref;
    },
    close: async () => {
      view.dispose();
      await browser.close();
      await site.close();
    },
  };
}

/** The refusal that something ends with. */
export async function refusal(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** The lines of a snapshot; its header says the address once. */
export const withoutHeader = (text: string): string => text.split('\n').slice(1).join('\n');
