/** What the pages show of the workspace itself: names, kinds and counts, never a value of an identity or a token. */
export interface WorkspaceFacts {
  identities(): Promise<{ readonly backend: string; readonly kept: readonly ShownIdentity[] }>;
  teams(): Promise<{ readonly teams: readonly ShownTeam[]; readonly limits: readonly ShownLimit[] }>;
  health(): Promise<readonly HealthFinding[]>;
  /** Reads the whole record: on request only. */
  checkRecord(): Promise<HealthFinding>;
}

export interface ShownIdentity {
  readonly host: string;
  readonly origins: readonly string[];
  readonly username?: string;
  /** `a password`, `3 cookies` */
  readonly holds: readonly string[];
  readonly notice?: string;
  readonly problem?: string;
}

export interface ShownTeam {
  /** Undefined: a token that is of no team. */
  readonly team?: string;
  /** What narrows it. */
  readonly words: string;
  /** The name of its token, if it has one. */
  readonly token?: string;
  readonly problem?: string;
}

export interface ShownLimit {
  readonly key: string;
  readonly value: string;
}

export interface HealthFinding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly says: string;
}
