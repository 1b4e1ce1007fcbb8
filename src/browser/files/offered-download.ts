import type { Page as PlaywrightPage } from 'playwright-core';

/** What is known of a download as it begins; both strings are the page's or the server's. */
export interface OfferedDownload {
  readonly url: string;
  readonly suggestedFilename: string;
}

/** Says whether it is wanted; what nobody wants is cancelled. */
export type TakeDownload = (page: PlaywrightPage, download: OfferedDownload) => boolean;
