import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRecord } from '../chain/chain.js';
import { isProcessAlive } from '../../platform/process-liveness.js';
import { readFirst, readLast } from '../chain/read-ends.js';
import { listRecordFiles, parseFileName, plainFile, readLines } from '../chain/record-files.js';
import type { AuditSink, SinkRecord } from './sink.js';

export interface ShipDeps {
  readonly folder: string;
  /** The chain of this server. */
  readonly chain: string;
  readonly sink: AuditSink;
  readonly log: (line: string) => void;
  readonly everyMs?: number;
}

export interface Shipping {
  /** Sends what is left, but waits for nobody longer than this. */
  close(withinMs?: number): Promise<void>;
}

const BATCH = 500;
const MAX_WAIT_MS = 60_000;
const CLOSE_RETRY_MS = 100;

/** Keeps a copy up to date from the files, in the background: no call waits for it, and an outage only makes it late. */
export function shipRecords(deps: ShipDeps): Shipping {
  const shipper = new Shipper(deps);
  const everyMs = deps.everyMs ?? 250;
  let closed = false;
  let waitMs = everyMs;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  /** True when the sink has everything. */
  async function once(): Promise<boolean> {
    try {
      await shipper.round();
      if (waitMs > everyMs) deps.log(`audit: ${deps.sink.name} takes records again`);
      waitMs = everyMs;
      return true;
    } catch (error) {
      if (waitMs === everyMs)
        deps.log(`audit: ${deps.sink.name} takes no records (${nameOf(error)}); it will get them later`);
      waitMs = Math.min(MAX_WAIT_MS, Math.max(1000, 2 * waitMs));
      return false;
    }
  }
  function plan(): void {
    timer = setTimeout(() => {
      round = once().then(() => {
        if (!closed) plan();
      });
    }, waitMs).unref();
  }
  plan();

  /** The last records: a sink that refuses them is asked again for as long as the end of the server may take. */
  async function finish(until: number): Promise<void> {
    await round;
    while (!(await once()) && Date.now() < until) await delay(CLOSE_RETRY_MS);
    await deps.sink.close();
  }

  return {
    close: async (withinMs = 2000) => {
      closed = true;
      clearTimeout(timer);
      await Promise.race([finish(Date.now() + withinMs), delay(withinMs, undefined, { ref: false })]);
    },
  };
}

/** Only the name of the fault: a message may hold the address, and an address a password. */
function nameOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
}

interface Position {
  /** The last that the sink has. */
  seq: number;
  file: string;
  offset: number;
}

class Shipper {
  readonly #deps: ShipDeps;
  readonly #positions = new Map<string, Position>();
  #othersDone = false;

  constructor(deps: ShipDeps) {
    this.#deps = deps;
  }

  async round(): Promise<void> {
    const { folder, chain, sink } = this.#deps;
    const chains = byChain(await listRecordFiles(folder));
    await this.#ship(chain, chains.get(chain) ?? []);
    if (this.#othersDone || !sink.lasting) return;
    for (const [other, files] of chains) {
      if (other !== chain && (await this.#isLeftOver(other, files))) await this.#ship(other, files);
    }
    this.#othersDone = true;
  }

  /** Of a server that is gone, with records that the sink does not have. */
  async #isLeftOver(chain: string, files: readonly string[]): Promise<boolean> {
    const file = path.join(this.#deps.folder, files.at(-1) ?? '');
    const pid = (await readFirst(file))?.fields['pid'];
    if (typeof pid === 'number' && isProcessAlive(pid)) return false;
    const last = await readLast(file);
    return last !== undefined && last.seq > ((await this.#deps.sink.lastOf(chain)) ?? -1);
  }

  async #ship(chain: string, files: readonly string[]): Promise<void> {
    const known = this.#positions.get(chain);
    const at = known ?? { seq: (await this.#deps.sink.lastOf(chain)) ?? -1, file: files[0] ?? '', offset: 0 };
    this.#positions.set(chain, at);
    for (const name of files.slice(Math.max(0, files.indexOf(at.file)))) {
      if (name !== at.file) Object.assign(at, { file: name, offset: 0 });
      await this.#shipFile(chain, at);
    }
  }

  async #shipFile(chain: string, at: Position): Promise<void> {
    const file = path.join(this.#deps.folder, at.file);
    if (((await plainFile(file))?.size ?? 0) <= at.offset) return;
    for await (const { whole, offset } of readLines(file, at.offset)) {
      const records = whole.flatMap((bytes): SinkRecord[] => {
        const line = bytes.toString('utf8');
        const record = readRecord(line);
        return record === undefined || record.seq <= at.seq ? [] : [{ chain, file: at.file, record, line }];
      });
      for (let i = 0; i < records.length; i += BATCH) {
        const batch = records.slice(i, i + BATCH);
        await this.#deps.sink.take(batch);
        at.seq = batch.at(-1)?.record.seq ?? at.seq;
      }
      if (whole.length > 0) at.offset = offset;
    }
  }
}

function byChain(names: readonly string[]): Map<string, string[]> {
  const chains = new Map<string, string[]>();
  for (const name of names) {
    const chain = parseFileName(name)?.chain;
    if (chain !== undefined) chains.set(chain, [...(chains.get(chain) ?? []), name]);
  }
  return chains;
}
