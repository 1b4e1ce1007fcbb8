/** Whether there can be a browser at all: before one is started, and before its tools are offered. */
export interface BrowserAvailability {
  /** Why there is none, with the command that mends it; undefined: there is one. Looked up anew while there is none. */
  whyNot(): string | undefined;
  /** Why this tool cannot be had of the browser that there is; undefined: it can. Absent: each can. */
  lacks?(tool: string): string | undefined;
  /** Calls when a browser that was missing has come, or has turned out to have less; returns what ends the listening. */
  onFound(listener: () => void): () => void;
}
