import { hash } from 'node:crypto';
import path from 'node:path';
import { Failure } from '../core/index.js';
import type { Closing, Intent, JsonObject, Record, RecordedEvent } from '../core/index.js';
import { AppendFile } from './append-file.js';
import type { Disk } from './append-file.js';
import { CHAIN_START, sealRecord } from './chain.js';
import type { ChainEnd, RecordKind } from './chain.js';
import { recordFileName } from './record-files.js';

export interface RecordDeps {
  readonly folder: string;
  readonly serverId: string;
  readonly startedAt: Date;
  readonly sync: 'batch' | 'always';
  readonly version?: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly disk?: Disk;
}

/** One file and one chain per server process; a number is given only to what was written whole. */
export function createRecord(deps: RecordDeps): Record {
  const clock = deps.clock ?? Date.now;
  const name = recordFileName(deps.startedAt, deps.serverId);
  if (name === undefined) throw new Failure('audit.unavailable', 'the id of the server cannot be part of a file name');
  const file = new AppendFile(path.join(deps.folder, name), deps.sync, deps.disk);
  let end: ChainEnd = { next: 0, hash: CHAIN_START };

  function write(kind: RecordKind, fields: object): void {
    const sealed = sealRecord(end, new Date(clock()).toISOString(), kind, fields);
    file.append(sealed.line);
    end = sealed.end;
  }

  writeFirst(file, () => {
    write('start', { server: deps.serverId, version: deps.version ?? '', pid: process.pid, format: 1 });
  });

  return {
    open: (intent) => {
      write('intent', intentFields(intent));
    },
    close: (closing) => {
      write('outcome', closingFields(closing));
    },
    note: (event) => {
      write('event', eventFields(event));
    },
    end: () => {
      try {
        write('end', { records: end.next + 1 });
      } finally {
        file.close();
      }
    },
  };
}

/** A file without its start would count as tampered with for ever. */
function writeFirst(file: AppendFile, write: () => void): void {
  try {
    write();
  } catch (error) {
    file.discard();
    throw error;
  }
}

// Field by field, not spread: nothing that rides along in a caller's object can pose as a number, a time or a hash.
function intentFields(intent: Intent): object {
  const { call, principal, tool, session, transport, client } = intent;
  return { call, principal, tool, session, transport, client, arguments: withinSize(intent.arguments) };
}

function closingFields(closing: Closing): object {
  const { call, outcome, code, origin, url, verdict, rule, approver, observed } = closing;
  const durationMs = Math.round(closing.durationMs * 10) / 10;
  return {
    call,
    outcome,
    code,
    origin,
    url,
    verdict,
    rule,
    approver,
    observed,
    durationMs,
    bytes: Math.round(closing.bytes),
  };
}

function eventFields(event: RecordedEvent): object {
  return {
    event: event.event,
    principal: event.scope?.principal,
    session: event.scope?.session,
    tab: event.scope?.tab,
    facts: withinSize(event.facts),
  };
}

const MOST_CHARACTERS = 32_768;

/** A flood of arguments must not fill the disk: their digest and length stay. */
function withinSize(value: JsonObject): JsonObject {
  const text = JSON.stringify(value);
  if (text.length <= MOST_CHARACTERS) return value;
  return { leftOut: true, characters: text.length, sha256: hash('sha256', text) };
}
