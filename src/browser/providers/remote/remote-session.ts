/** When a place elsewhere is free nobody can tell a caller; this is soon enough to ask again. */
export const ASK_AGAIN_MS = 5000;

/** A browser elsewhere that is there for one session. */
export interface RemoteSession {
  readonly socket: URL;
  /** Gives the session back to its provider; safe to call once. */
  end(): Promise<void>;
  /** The request that gives the session back, for the clean-up process. Absent: it ends with the connection. */
  readonly last?: LastWill | undefined;
  /** A folder of the browser's machine that goes with the session. */
  readonly folder?: string | undefined;
  /** By this the next server finds it again. Absent: it ends with us. */
  readonly id?: string | undefined;
}

export interface LastWill {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}
