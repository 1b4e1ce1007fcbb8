import type { ChainedRecord } from '../chain/chain.js';

/** One record on its way to a copy. */
export interface SinkRecord {
  /** The name that the files of one server have in common. */
  readonly chain: string;
  readonly file: string;
  readonly record: ChainedRecord;
  /** As it stands in the file: with it the chain can be checked in the copy too. */
  readonly line: string;
}

/** A copy of the record. The file is the truth: a sink may fail, be away, and is brought up to date from the file. */
export interface AuditSink {
  readonly name: string;
  /** Does it outlive this server? Then it also gets what servers that were killed could not send. */
  readonly lasting: boolean;
  /** The number of the last record of this chain that it has. */
  lastOf(chain: string): Promise<number | undefined>;
  /** In order, and not again; resolves when they are kept. What it has already it takes as kept. */
  take(records: readonly SinkRecord[]): Promise<void>;
  close(): Promise<void>;
}
