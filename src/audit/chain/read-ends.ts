import { open } from 'node:fs/promises';
import { readRecord } from './chain.js';
import type { ChainedRecord } from './chain.js';
import { MAX_LINE_BYTES, readLines } from './record-files.js';
import { isProcessAlive } from '../../platform/process-liveness.js';

const STEP = 4 * 1024;

/** The last whole record of a file, without reading the rest; half a line after it is passed over. */
export async function readLast(file: string): Promise<ChainedRecord | undefined> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    for (let length = STEP; length < 2 * MAX_LINE_BYTES; length *= 8) {
      const from = Math.max(0, size - length);
      const bytes = Buffer.alloc(size - from);
      await handle.read(bytes, 0, bytes.length, from);
      const end = bytes.lastIndexOf('\n');
      const before = end <= 0 ? -1 : bytes.lastIndexOf('\n', end - 1);
      if (end > 0 && (before >= 0 || from === 0)) return readRecord(bytes.toString('utf8', before + 1, end));
      if (from === 0) return undefined;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

export async function readFirst(file: string): Promise<ChainedRecord | undefined> {
  for await (const { whole } of readLines(file)) {
    const [first] = whole;
    if (first !== undefined) return readRecord(first.toString('utf8'));
  }
  return undefined;
}

export async function isOfLivingServer(file: string): Promise<boolean> {
  const pid = (await readFirst(file))?.fields['pid'];
  return typeof pid === 'number' && isProcessAlive(pid);
}
