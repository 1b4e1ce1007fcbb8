/** A browser elsewhere that is there for one session. */
export interface RemoteSession {
  readonly socket: URL;
  /** It is given back; safe to call once. */
  end(): Promise<void>;
  /** The request that gives it back, for whoever survives us. Absent: it goes with the connection. */
  readonly last?: LastWill | undefined;
  /** A folder of the browser's machine that goes with the session. */
  readonly folder?: string | undefined;
}

export interface LastWill {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}
