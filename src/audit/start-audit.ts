import type { Record } from '../core/index.js';
import { signOrphans } from './chain/sign-orphans.js';
import type { Signing } from './chain/chain-writer.js';
import { createRecord } from './create-record.js';
import type { RecordDeps } from './create-record.js';
import { openSigning } from './chain/chain-writer.js';
import type { AuditOptions } from './options.js';
import { sweepPictures } from './pictures/sweep-pictures.js';
import { parseFileName, recordFileName } from './chain/record-files.js';
import { createPostgresSink } from './sinks/postgres-sink.js';
import { shipRecords } from './sinks/ship-records.js';
import type { AuditSink } from './sinks/sink.js';
import { createStderrSink } from './sinks/stderr-sink.js';
import { sweepOld } from './sweep-old.js';

export interface AuditDeps extends Pick<RecordDeps, 'folder' | 'serverId' | 'startedAt' | 'version'> {
  readonly options: AuditOptions;
  /** Where the key is kept if the options do not say otherwise. */
  readonly keyFile: string;
  readonly log: (line: string) => void;
  /** Copies beside those of the options. */
  readonly sinks?: readonly AuditSink[] | undefined;
}

export interface RunningAudit {
  readonly record: Record;
  /** Ends the record and sends the copies what is left. */
  close(): Promise<void>;
}

const SOON_MS = 2000;
const DAY_MS = 86_400_000;
const ATTEST_MS = 900_000;

/** The record of one server, with its signatures, its copies, and the care for what others left in the folder. */
export function startAudit(deps: AuditDeps): RunningAudit {
  const { options, folder, serverId, startedAt } = deps;
  const signing = openSigning(folder, options.keyFile ?? deps.keyFile);
  const maxFileBytes = options.maxFileMb * 1024 * 1024;
  const maxPictureBytes = options.thumbnails ? options.thumbnailsMb * 1024 * 1024 : undefined;
  const record = createRecord({ ...deps, sync: options.sync, signing, maxFileBytes, maxPictureBytes });
  const { chain = '' } = parseFileName(recordFileName(startedAt, serverId) ?? '') ?? {};
  const shipped = sinksOf(deps).map((sink) => shipRecords({ folder, chain, sink, log: deps.log }));
  const stopCare = careForOthers(deps, signing);
  return {
    record,
    close: async () => {
      stopCare();
      try {
        record.end();
      } finally {
        await Promise.all(shipped.map((shipping) => shipping.close()));
      }
    },
  };
}

function sinksOf({ options, log, sinks = [] }: AuditDeps): AuditSink[] {
  return [
    ...sinks,
    ...(options.sinks.includes('stderr') ? [createStderrSink(log)] : []),
    ...(options.postgres === undefined ? [] : [createPostgresSink(options.postgres)]),
  ];
}

/** After the first answer, so that nobody waits for it, and every day. */
function careForOthers({ folder, options, log, serverId }: AuditDeps, signing: Signing): () => void {
  const care = (): void => {
    signOrphans(folder, signing, serverId)
      .then(() => sweepOld(folder, options.retentionDays, { signing, log }))
      .then(() => sweepPictures(folder, options.thumbnailsMb * 1024 * 1024, signing))
      .catch(() => {
        log('the records of earlier runs could not be looked after');
      });
  };
  const soon = setTimeout(care, SOON_MS).unref();
  const daily = setInterval(care, DAY_MS).unref();
  // The unsigned end of a server that died can be changed until this server signs it.
  const often = setInterval(() => {
    signOrphans(folder, signing, serverId).catch(() => undefined);
  }, ATTEST_MS).unref();
  return () => {
    clearTimeout(soon);
    clearInterval(daily);
    clearInterval(often);
  };
}
