import { isJsonObject } from '../core/index.js';
import type { Record, RecordedEvent, SecretRegistry } from '../core/index.js';
import { createMask, maskForRecord } from '../masking/index.js';

/**
 * Calls are masked on their way; events tell of hosts that a page made up, and a page can spell what it was told in the
 * name of a host.
 */
export function withMaskedNotes(record: Record, secrets: Pick<SecretRegistry, 'all'>): Record {
  return {
    ...record,
    note: (event) => {
      record.note(masked(event, createMask(secrets.all())));
    },
  };
}

function masked(event: RecordedEvent, mask: (text: string) => string): RecordedEvent {
  const text = JSON.stringify(event.facts);
  if (mask(text) === text) return event;
  const facts = maskForRecord(event.facts, mask);
  return { ...event, facts: isJsonObject(facts) ? facts : { masked: true } };
}
