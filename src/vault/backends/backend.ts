/** Where identities are kept. Keys are hosts by our own parse; what comes back is the text of one record. */
export interface Backend {
  read(key: string, signal: AbortSignal): Promise<string | undefined>;
  list(signal: AbortSignal): Promise<readonly string[]>;
  /** For what holds everything in one piece: all records by their keys, at the price of one. */
  readAll?(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** What is slow on purpose, such as stretching a passphrase, is done ahead and not held against the answer. Never rejects. */
  warmUp?(): Promise<void>;
  /** In words, for a person who wants to add one elsewhere: which place of the backend this key is. */
  placeOf(key: string): string;
  /** Absent where only others write. */
  readonly keep?: Keeping;
  close(): void;
}

export interface Keeping {
  write(key: string, record: string): Promise<void>;
  /** False if there was none. */
  remove(key: string): Promise<boolean>;
}
