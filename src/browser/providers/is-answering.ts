import type { CdpConnection } from '../cdp/cdp-connection.js';
import type { LaunchedProcess } from './provider.js';

/** So long a browser may say nothing before its processor time is read, and so often. */
const SILENT_MS = 3000;
const MAX_SILENCES = 4;
/** A browser whose processor time nobody can read has this long. */
const ANSWER_MS = 5000;

/** A browser that others keep busy says nothing for a while, and works; one that hangs does neither. */
export async function isAnswering(wire: CdpConnection, process: LaunchedProcess | undefined): Promise<boolean> {
  if (process?.ticks === undefined) return wire.answers(ANSWER_MS);
  for (let silence = 0; silence < MAX_SILENCES; silence += 1) {
    const before = process.ticks();
    if (await wire.answers(SILENT_MS)) return true;
    const after = process.ticks();
    if (before === undefined || after === undefined || after <= before) return false;
  }
  return false;
}
