import type { Record } from '../core/index.js';
import { ChainWriter } from './chain-writer.js';
import type { WriterDeps } from './chain-writer.js';
import { closingFields, eventFields, intentFields } from './record-fields.js';

export type RecordDeps = WriterDeps;

export function createRecord(deps: RecordDeps): Record {
  const writer = new ChainWriter(deps);
  return {
    open: (intent) => {
      writer.intent(intent.call, intentFields(intent));
    },
    close: (closing) => {
      writer.outcome(closing.call, closingFields(closing));
    },
    note: (event) => {
      writer.event(eventFields(event));
    },
    end: () => {
      writer.end();
    },
  };
}
