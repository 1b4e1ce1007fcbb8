/** One message, over any transport. A longer one is refused without being kept. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

export interface HttpLimits {
  /** Requests per second and principal, on average. */
  readonly perSecond: number;
  /** How many may come at once before the average counts. */
  readonly burst: number;
  /** Exchanges under way per principal. */
  readonly concurrent: number;
  /** MCP sessions (2025-11-25) per principal; the one idle for longest makes room. */
  readonly sessions: number;
  readonly sessionIdleMs: number;
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  perSecond: 50,
  burst: 200,
  concurrent: 200,
  sessions: 64,
  sessionIdleMs: 30 * 60_000,
};
