import type { GatewrightOptions } from '../types.js';

export interface BrowserConfig {
  readonly headless?: boolean;
  readonly viewport?: { readonly width?: number; readonly height?: number };
}

export interface BrowserSession {
  readonly id: string;
}

/** Everything in it comes from the page: external, and to be marked so wherever it goes on. */
export interface PageSnapshot {
  readonly title: string;
  readonly url: string;
  /** At most 50,000 characters, in a fence that names the origin. */
  readonly text: string;
  /** At most 200 elements that can be acted on. A ref holds as long as its element is there, and is never used again. */
  readonly refs: { readonly ref: number; readonly tag: string; readonly text: string }[];
}

/**
 * What a host program drives pages with; it imports it as `BrowserProvider`. Not a provider of `browser/providers/`:
 * those start browsers, and a gateway with one of them is behind this.
 */
export interface PageProvider {
  launch(config?: BrowserConfig): Promise<BrowserSession>;
  navigate(session: string, url: string): Promise<void>;
  snapshot(session: string): Promise<PageSnapshot>;
  click(session: string, ref: number): Promise<void>;
  type(session: string, ref: number, text: string): Promise<void>;
  screenshot(session: string): Promise<Buffer>;
  close(session: string): Promise<void>;
}

export interface ProviderConfig {
  /** `none` refuses everything. Absent: `container`. */
  readonly browser?: 'container' | 'none';
  /** Hosts that may be opened. Absent: AX_BROWSER_ALLOWED_DOMAINS, and without that every public one; empty: none. */
  readonly allowedDomains?: readonly string[];
  /** The gateway that the pages are behind: policy, approvals, workspace. */
  readonly gatewright?: Omit<GatewrightOptions, 'config'> & { readonly config?: Readonly<Record<string, unknown>> };
}
