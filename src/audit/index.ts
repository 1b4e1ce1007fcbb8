export { createRecord } from './create-record.js';
export type { RecordDeps } from './create-record.js';
export { followRecords } from './follow-records.js';
export type { FollowOptions } from './follow-records.js';
export type { AuditEntry, RecordFilter } from './join-records.js';
export { readRecords } from './read-records.js';
export { sweepOld } from './sweep-old.js';
export { verifyFile, verifyFolder } from './verify.js';
export type { Break, BreakKind, FileReport, FolderReport } from './verify.js';
