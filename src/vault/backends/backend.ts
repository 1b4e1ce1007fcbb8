/** Where identities are kept. A key is a host as identity-key.ts writes it; a value is one record as JSON text. */
export interface Backend {
  read(key: string, signal: AbortSignal): Promise<string | undefined>;
  list(signal: AbortSignal): Promise<readonly string[]>;
  /** All records by their keys. For a backend whose records are in one file, where reading all costs as much as reading one. */
  readAll?(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Does slow work, such as stretching a passphrase, before the time limit of a read begins to count. Never rejects. */
  warmUp?(): Promise<void>;
  /** Tells a person where in the backend the record of this key belongs, for backends that only others write. */
  placeOf(key: string): string;
  /** Absent: the backend is only read here, and its operator writes it by other means. */
  readonly writer?: BackendWriter;
  close(): void;
}

export interface BackendWriter {
  write(key: string, record: string): Promise<void>;
  /** False if there was none. */
  remove(key: string): Promise<boolean>;
}
