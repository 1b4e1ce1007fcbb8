import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Closing, Intent } from '../../../src/core/index.js';
import { createRecord } from '../../../src/audit/index.js';

export const STARTED = new Date('2026-11-05T10:11:12.345Z');

export function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatewright-audit-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function intent(call: string, more: Partial<Intent> = {}): Intent {
  const url = 'https://example.com/“ünï”?q=\u2028';
  return {
    call,
    principal: 'local',
    tool: 'browser_navigate',
    session: 'default',
    transport: 'stdio',
    arguments: { url },
    ...more,
  };
}

export function closing(call: string, more: Partial<Closing> = {}): Closing {
  return {
    call,
    outcome: 'ok',
    origin: 'https://example.com',
    verdict: 'allow',
    rule: 'origins',
    durationMs: 12.345678,
    bytes: 512,
    ...more,
  };
}

/** A folder with the record of one server and so many calls. */
export async function recordedCalls(calls: number, ended: boolean): Promise<{ folder: string; file: string }> {
  const folder = tempFolder();
  const record = createRecord({ folder, serverId: 's1', startedAt: STARTED, sync: 'batch', version: '0.1.0' });
  for (let i = 0; i < calls; i++) {
    record.open(intent(`c${i}`));
    await record.close(closing(`c${i}`));
  }
  if (ended) record.end();
  return { folder, file: path.join(folder, await onlyFile(folder)) };
}

export async function onlyFile(folder: string): Promise<string> {
  const [name, ...others] = await readdir(folder);
  if (name === undefined || others.length > 0) throw new Error(`expected one file, found ${others.length + 1}`);
  return name;
}
