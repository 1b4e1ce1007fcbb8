import type { ErrorCode } from './errors.js';

/** A string that a page wrote. It keeps its origin wherever it goes, and leaves only fenced or marked as untrusted. */
export class PageText {
  readonly origin: string;
  readonly text: string;
  constructor(origin: string, text: string) {
    this.origin = origin;
    this.text = text;
  }
}

export type Data =
  null | boolean | number | string | PageText | readonly Data[] | { readonly [key: string]: Data | undefined };
export type DataObject = { readonly [key: string]: Data | undefined };

/** What the model reads, in order. Taint is data here, not a guess made later. */
export type Part =
  | { readonly from: 'gateway'; readonly text: string }
  | { readonly from: 'page'; readonly origin: string; readonly text: string }
  | { readonly from: 'page'; readonly origin: string; readonly image: Uint8Array; readonly mimeType: string };

export interface Output {
  readonly parts: readonly Part[];
  /** Facts for programs, in `_meta`; the model does not read them. */
  readonly data?: DataObject;
  /** Set when the tool did its work and the application answered badly, e.g. with a dialog. */
  readonly failure?: { readonly code: ErrorCode; readonly hint?: string };
}
