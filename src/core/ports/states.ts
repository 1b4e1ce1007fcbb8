export interface SavedCookie {
  readonly name: string;
  readonly value: string;
  /** With a leading dot for one that subdomains get too. */
  readonly domain: string;
  readonly path: string;
  /** In seconds; -1: until the browser ends. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

/** What one origin keeps in the browser. */
export interface SavedState {
  readonly origin: string;
  readonly cookies: readonly SavedCookie[];
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
}

/** Saved states, encrypted on the disk. A principal's names lead to its own states alone. */
export interface StateStore {
  /** Replaces one of the same name; throws `session.limit` when there are too many, or it is too large. */
  save(principal: string, name: string, state: SavedState): Promise<void>;
  load(principal: string, name: string): Promise<SavedState | undefined>;
  names(principal: string): Promise<readonly string[]>;
}
