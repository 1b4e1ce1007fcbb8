import path from 'node:path';
import type { Signing } from './chain-writer.js';
import { isAlive } from './living-server.js';
import { readFirst, readLast } from './read-ends.js';
import { knownTo } from './read-heads.js';
import { listRecordFiles, parseFileName, partName } from './record-files.js';
import { checkFile } from './verify-file.js';

/**
 * A server that was killed could not sign for its last records. The next one does, so that from then on they can be
 * neither cut off nor changed. Returns the names.
 */
export async function attestLeft(folder: string, signing: Signing): Promise<string[]> {
  const known = await knownTo(folder, signing);
  const attested: string[] = [];
  const names = await listRecordFiles(folder);
  for (const name of names) {
    const parsed = parseFileName(name);
    if (parsed === undefined || names.includes(partName(parsed.chain, parsed.part + 1))) continue;
    const file = path.join(folder, name);
    const last = await readLast(file);
    // Its newest record is among the heads already: the usual case, and all that it costs.
    if (last === undefined || known.of(name).get(last.seq) === last.hash) continue;
    const pid = (await readFirst(file))?.fields['pid'];
    if (typeof pid === 'number' && isAlive(pid)) continue;
    const { report, end } = await checkFile(file, { heads: known.of(name), ...(known.keys && { keys: known.keys }) });
    if (report.broken !== undefined || end.next === 0) continue;
    signing.heads.append({ what: 'found', file: name, seq: end.next - 1, hash: end.hash });
    attested.push(name);
  }
  return attested;
}
