import path from 'node:path';
import type { Signing } from './chain-writer.js';
import { isProcessAlive } from '../../platform/process-liveness.js';
import { readFirst, readLast } from './read-ends.js';
import { knownTo } from './read-heads.js';
import { listRecordFiles, parseFileName, partName, plainFile } from './record-files.js';
import { checkFile, sha256Of } from './verify-file.js';

/**
 * A server that was killed could not sign for its last records. The next one does, so that from then on they can be
 * neither cut off nor changed. Returns the names.
 */
export async function signOrphans(folder: string, signing: Signing, ownServer?: string): Promise<string[]> {
  const known = await knownTo(folder, signing);
  const attested: string[] = [];
  const names = await listRecordFiles(folder);
  for (const name of names) {
    const parsed = parseFileName(name);
    if (parsed === undefined || names.includes(partName(parsed.chain, parsed.part + 1))) continue;
    const file = path.join(folder, name);
    const last = await readLast(file);
    // Files with a recorded end, or signed before, are the usual case and cost no more than this.
    const heads = known.of(name);
    if (last === undefined || known.foundAs(name)?.seq === last.seq) continue;
    if (last.kind === 'end' && heads.get(last.seq) === last.hash) continue;
    // A file that no head knows was put there by somebody else: verify names it, and nobody signs for it.
    if (heads.size === 0) continue;
    const { pid, server } = (await readFirst(file))?.fields ?? {};
    // In a container every server has the same number: another's file with ours is of a server that is gone.
    const isFormer = ownServer !== undefined && server !== ownServer && pid === process.pid;
    if (typeof pid === 'number' && isProcessAlive(pid) && !isFormer) continue;
    const bytes = (await plainFile(file))?.size ?? 0;
    const sha256 = await sha256Of(file, bytes);
    const expected = { heads, found: known.foundAs(name), ...(known.keys && { keys: known.keys }) };
    const { report, end } = await checkFile(file, expected);
    if (report.broken !== undefined || end.next === 0) continue;
    signing.heads.append({ what: 'found', file: name, seq: end.next - 1, hash: end.hash, bytes, sha256 });
    attested.push(name);
  }
  return attested;
}
