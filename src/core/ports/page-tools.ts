/** A tool that a page registered (WebMCP). Every string but `fingerprint` is the page's. */
export interface PageToolFacts {
  readonly name: string;
  readonly description: string;
  /** As JSON. */
  readonly inputSchema: string;
  /** What the page says of it, such as `read-only`: no fact. */
  readonly claims: readonly string[];
  readonly origin: string;
  /** Over all of it: a tool that was changed is another one. */
  readonly fingerprint: string;
}

export interface ListedPageTools {
  readonly origin: string;
  readonly tools: readonly PageToolFacts[];
}
