import type { JsonObject, MaskTexts } from '../../../core/index.js';
import type { HarEntry } from './har-entries.js';
import { checkedLines, maskObject } from './masked-json.js';

export interface HarFacts {
  readonly entries: readonly HarEntry[];
  /** Requests and messages that were too many. */
  readonly dropped: number;
  readonly startedAt: number;
  /** Each with its address, for the titles. */
  readonly tabs: readonly { readonly id: string; readonly url: string }[];
  readonly hasBodies: boolean;
}

/** HAR 1.2, with every text masked. */
export async function harFile(facts: HarFacts, mask: MaskTexts | undefined): Promise<Buffer> {
  const { startedAt, tabs, hasBodies, dropped } = facts;
  const entries = facts.entries.map(({ entry }) => entry);
  const started = new Date(startedAt).toISOString();
  const pages = tabs.map(({ id, url }): JsonObject => ({
    ...{ startedDateTime: started, id, title: url, pageTimings: { onContentLoad: -1, onLoad: -1 } },
  }));
  const bodies = hasBodies
    ? 'Of bodies only small texts that do not read like a credential are in it.'
    : 'Bodies are not in it.';
  const har = {
    log: {
      version: '1.2',
      creator: { name: 'Gatewright', version: '1' },
      pages: pages.map((page) => maskObject(page, undefined, mask)),
      entries,
      comment: `Cookies, authorization and secrets are left out. ${bodies} Requests that were not kept: ${String(dropped)}.`,
    },
  };
  return Buffer.from(await checkedLines([JSON.stringify(har)], mask), 'utf8');
}
