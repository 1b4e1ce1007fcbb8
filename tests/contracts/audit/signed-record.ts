import fs from 'node:fs';
import path from 'node:path';
import { createRecord, openSigning } from '../../../src/audit/index.js';
import type { RecordDeps, Signing } from '../../../src/audit/index.js';
import type { Record } from '../../../src/core/index.js';
import { STARTED, closing, intent, tempFolder } from './audit-fixture.js';

export interface SignedRecord {
  readonly folder: string;
  readonly keyFile: string;
  readonly signing: Signing;
}

export function newSignedRecord(): SignedRecord {
  const root = tempFolder();
  const folder = path.join(root, 'audit');
  const keyFile = path.join(root, 'keys', 'audit.key');
  return { folder, keyFile, signing: openSigning(folder, keyFile) };
}

export function start({ folder, signing }: SignedRecord, serverId: string, more: Partial<RecordDeps> = {}): Record {
  return createRecord({ folder, serverId, startedAt: STARTED, sync: 'batch', signing, ...more });
}

export function calls(record: Record, count: number, prefix = 'c'): void {
  for (let i = 0; i < count; i++) {
    record.open(intent(`${prefix}${i}`));
    void record.close(closing(`${prefix}${i}`));
  }
}

export const fileOf = ({ folder }: SignedRecord, name: string): string =>
  path.join(folder, `20261105T101112Z-${name}.jsonl`);
export const linesOf = (file: string): string[] => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
export const write = (file: string, lines: readonly string[]): void => {
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
};
