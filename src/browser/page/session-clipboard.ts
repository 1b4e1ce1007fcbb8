/** What a session copied. It is held here and nowhere in the browser, so that no other session can meet it. */
export interface SessionClipboard {
  text: string;
  /** The document that it was copied from. Undefined: the agent wrote it. */
  origin?: string | undefined;
}
