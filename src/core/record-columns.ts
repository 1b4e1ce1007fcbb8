/** What an entry of the record can be found by exactly: the same words in the files, on the command line and on the pages. */
export const RECORD_COLUMNS = [
  'kind',
  'tool',
  'event',
  'principal',
  'client',
  'session',
  'outcome',
  'code',
  'origin',
  'endedOrigin',
  'rule',
  'risk',
  'approver',
  'identity',
] as const;
export type RecordColumn = (typeof RECORD_COLUMNS)[number];

/** What became of a call, on the record. */
export const RECORD_OUTCOMES = ['ok', 'denied', 'failed', 'unknown', 'asked', 'unfinished'] as const;
