import path from 'node:path';
import { CHAIN_START, checkSeal, isTornRecord, readRecord } from './chain.js';
import type { ChainedRecord, ChainEnd } from './chain.js';
import { MOST_LINE_BYTES, listRecordFiles, plainFile, readLines, serverOfFile } from './record-files.js';

/**
 * `hash`: the record's own bytes; `chain`: it does not follow the one before it; `gap`: records before it are missing;
 * `order`: out of its place or written twice; `garbage`: no record at all; `missing-start`: the file's beginning is not
 * that of the server it is named for.
 */
export type BreakKind = 'hash' | 'chain' | 'gap' | 'order' | 'garbage' | 'missing-start';

export interface Break {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The number of the record that should be there. */
  readonly seq: number;
  readonly what: BreakKind;
}

export interface FileReport {
  readonly file: string;
  readonly records: number;
  /** False: the server is still running, or was killed. */
  readonly ended: boolean;
  /** A crash left the beginning of a record that nobody was told about. */
  readonly torn?: { readonly line: number; readonly bytes: number };
  readonly broken?: Break;
}

export interface FolderReport {
  readonly ok: boolean;
  readonly records: number;
  readonly files: readonly FileReport[];
  /** The first one. */
  readonly broken?: Break;
}

export async function verifyFolder(folder: string): Promise<FolderReport> {
  const files: FileReport[] = [];
  for (const name of await listRecordFiles(folder)) files.push(await verifyFile(path.join(folder, name)));
  const broken = files.find((report) => report.broken !== undefined)?.broken;
  const records = files.reduce((sum, report) => sum + report.records, 0);
  return { ok: broken === undefined, records, files, ...(broken && { broken }) };
}

interface Progress {
  end: ChainEnd;
  ended: boolean;
  line: number;
}

export async function verifyFile(file: string): Promise<FileReport> {
  const name = path.basename(file);
  const server = serverOfFile(name);
  const at: Progress = { end: { next: 0, hash: CHAIN_START }, ended: false, line: 0 };
  const report = (more: Pick<FileReport, 'torn' | 'broken'>): FileReport => {
    return { file: name, records: at.end.next, ended: at.ended, ...more };
  };
  const broken = (what: BreakKind): FileReport => {
    return report({ broken: { file: name, line: Math.max(at.line, 1), seq: at.end.next, what } });
  };

  if ((await plainFile(file)) === undefined) return broken('garbage');
  for await (const { whole, rest } of readLines(file)) {
    for (const line of whole) {
      at.line += 1;
      const what = advance(at, line, server);
      if (what === 'gap') return broken(await gapOrOrder(file, at));
      if (what !== undefined) return broken(what);
    }
    if (rest === undefined || at.end.next === 0) continue;
    at.line += 1;
    if (at.ended || rest.length > MOST_LINE_BYTES || !isTornRecord(at.end, rest)) return broken('garbage');
    return report({ torn: { line: at.line, bytes: rest.length } });
  }
  return at.end.next === 0 ? broken('missing-start') : report({});
}

function advance(at: Progress, line: Buffer, server: string | undefined): BreakKind | undefined {
  const seal = checkSeal(line);
  if (seal === undefined) return 'garbage';
  if (!seal.holds) return 'hash';
  const record = readRecord(line.toString('utf8'));
  if (record === undefined) return 'garbage';
  if (at.end.next === 0 && !isStartOf(record, server)) return 'missing-start';
  if (record.seq > at.end.next) return 'gap';
  if (record.seq < at.end.next || at.ended) return 'order';
  if (record.prev !== at.end.hash) return 'chain';
  if (record.kind === 'start' && record.seq > 0) return 'order';
  at.end = { next: record.seq + 1, hash: seal.claimed };
  at.ended = record.kind === 'end';
  return undefined;
}

function isStartOf(record: ChainedRecord, server: string | undefined): boolean {
  return (
    record.kind === 'start' && record.seq === 0 && record.prev === CHAIN_START && record.fields['server'] === server
  );
}

/** A record that is missing here may stand further down: then it was moved, not deleted. */
async function gapOrOrder(file: string, at: Progress): Promise<'gap' | 'order'> {
  const head = Buffer.from(`{"seq":${at.end.next},`);
  for await (const { whole } of readLines(file)) {
    if (whole.some((line) => line.subarray(0, head.length).equals(head))) return 'order';
  }
  return 'gap';
}
