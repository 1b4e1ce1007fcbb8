/** `aside`: in navigation, banners, footers and other landmarks beside the content; `unseen`: never painted. */
export type Place = 'content' | 'aside' | 'unseen';

/** A line of a page's innerText. */
export interface Block {
  text: string;
  place: Place;
}

export interface PageView {
  page: string;
  /** Sentences of the content. */
  sentences: number;
  /** Sentences that `browser_read` does not have, by where they stand. */
  lost: string[];
  aside: string[];
  unseen: string[];
  readTokens: number;
  snapshotTokens: number;
  /** Share of `max_tokens`; undefined where the whole page fits. */
  budgetUsed: number | undefined;
  /** Tokens of names and texts of the snapshot that the lines around them have said. */
  repeatedTokens: number;
}
