import type { DownloadState } from '../cdp/download-watch.js';

/** How the downloads of one browser context are let in, one call at a time. */
export interface DownloadInterceptor {
  /** Into this folder; undefined: none, as before. */
  allow(folder: string | undefined): Promise<void>;
  cancel(id: string): Promise<void>;
  /** The id of a download that has begun, by what is known of it; each is claimed once. */
  claim(url: string, suggestedName: string): string | undefined;
  state(id: string): DownloadState | undefined;
  /** Makes a folder of ours the browser's own. */
  giveToBrowser(folder: string): void;
}
