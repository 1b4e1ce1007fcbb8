import { sessionNameOf } from '../../core/index.js';
import type { Closing, Diagnostics, Intent, JsonObject, Record } from '../../core/index.js';
import { DiagnosticsFiles } from './diagnostics-files.js';
import { callEntry } from './make-entry.js';
import { reportOf } from './make-report.js';

/** Intents whose outcome has not come yet. */
const MAX_OPEN = 10_000;

export interface DiagnosticsDeps {
  readonly folder: string;
  readonly startedAt: Date;
  readonly retentionDays: number;
  readonly log: (line: string) => void;
}

export interface DiagnosticsModule {
  readonly diagnostics: Diagnostics;
  /** The same record with a listener: an entry is masked already, and written after the answer was released. */
  watch(record: Record): Record;
}

export function createDiagnostics({ folder, startedAt, retentionDays, log }: DiagnosticsDeps): DiagnosticsModule {
  const files = new DiagnosticsFiles(folder, startedAt);
  let pending: Promise<void> = Promise.resolve();
  let hasFailed = false;
  // One after the other; a disk that is full costs diagnostics and no call.
  const later = (work: () => Promise<void>): Promise<void> => {
    pending = pending.then(work).catch(() => {
      if (!hasFailed) log('diagnostics cannot be written, and calls go on without');
      hasFailed = true;
    });
    return pending;
  };
  const sweep = (): void => void later(() => files.sweep(retentionDays));
  sweep();
  return {
    diagnostics: {
      note: (session, note) => later(() => files.append(session, noteEntry(note))),
      search: async (session, { text, tool, kind, limit }) => {
        await pending;
        const wanted = text?.toLowerCase();
        const fits = (entry: JsonObject): boolean =>
          (tool === undefined || entry['tool'] === tool) &&
          (kind === undefined || entry['kind'] === kind) &&
          (wanted === undefined || JSON.stringify(entry).toLowerCase().includes(wanted));
        return (await files.read(session)).filter(fits).slice(-limit);
      },
      report: async (session, isFull) => {
        await pending;
        return reportOf(await files.read(session), isFull);
      },
      close: () => pending,
    },
    watch: (record) =>
      listeningRecord(record, sweep, (intent, closing) => {
        void later(() => files.append(sessionNameOf(intent), callEntry(intent, closing)));
      }),
  };
}

/** Tells of each call when its outcome is on the record, and of each session that ended. */
function listeningRecord(
  record: Record,
  onSessionEnd: () => void,
  onCall: (intent: Intent, closing: Closing) => void,
): Record {
  const open = new Map<string, Intent>();
  return {
    ...record,
    open: (intent) => {
      record.open(intent);
      if (open.size < MAX_OPEN) open.set(intent.call, intent);
    },
    close: async (closing) => {
      const intent = open.get(closing.call);
      open.delete(closing.call);
      await record.close(closing);
      if (intent !== undefined) onCall(intent, closing);
    },
    note: (event) => {
      record.note(event);
      if (event.event === 'session.ended') onSessionEnd();
    },
  };
}

function noteEntry(note: Parameters<Diagnostics['note']>[1]): JsonObject {
  const { insight, category, severity = 'info', ref } = note;
  return {
    time: new Date().toISOString(),
    kind: 'note',
    insight,
    severity,
    ...(category === undefined ? {} : { category }),
    ...(ref === undefined ? {} : { ref }),
  };
}
