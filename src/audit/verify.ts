import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChainEnd } from './chain/chain.js';
import { checkPictures, werePicturesDropped } from './pictures/check-pictures.js';
import { HeadsReader } from './chain/read-heads.js';
import { listRecordFiles, parseFileName, partName } from './chain/record-files.js';
import { PUBLIC_KEYS, readPublicKeys } from './chain/signing-key.js';
import type { PublicKeys } from './chain/signing-key.js';
import { checkFile } from './chain/verify-file.js';
import type { Break, Checked, FileReport } from './chain/verify-file.js';

export interface FolderReport {
  readonly ok: boolean;
  readonly records: number;
  readonly files: readonly FileReport[];
  /** Ids of the public keys that signatures were checked with; none: nothing is signed. */
  readonly keys: readonly string[];
  /** Whose copy of the key was believed: the caller's, the one beside the private key, or the one in the folder itself. */
  readonly keysFrom?: 'given' | 'workspace' | 'folder';
  /** Ids of keys in the folder's own copy that are not among those. */
  readonly strangeKeys: readonly string[];
  /** Files that were deleted when their time was over, with a signed note. */
  readonly dropped: number;
  /** The first one. */
  readonly broken?: Break;
}

export interface VerifyOptions {
  /** PEM, kept elsewhere. */
  readonly publicKeys?: string | undefined;
  /** PEM from beside the private key; without both the copy in the folder counts, which whoever writes there can change. */
  readonly workspaceKeys?: string | undefined;
}

/** Needs nothing but the folder and the public key. Servers may go on writing meanwhile. */
export async function verifyFolder(folder: string, options: VerifyOptions = {}): Promise<FolderReport> {
  const beside = await readFile(path.join(folder, PUBLIC_KEYS), 'utf8').catch(() => undefined);
  const { publicKeys, workspaceKeys } = options;
  const pem = publicKeys ?? workspaceKeys ?? beside;
  const keys = pem === undefined ? undefined : readPublicKeys(pem);
  const heads = new HeadsReader(folder, keys);
  // Files in the heads before the listing must be in the folder; a listed file may be swept before it is read.
  await heads.readOn();
  const known = heads.files();
  const names = await listRecordFiles(folder);
  await heads.readOn();
  const checked = await checkFiles(folder, names, heads, keys);
  const pictures = await Promise.all(checked.map((each) => checkPictures(folder, each)));
  await heads.readOn();

  const kept = checked.filter(({ report }) => report.records > 0 || !heads.dropped.has(report.file));
  const breaks = [
    ...kept.flatMap((each) => each.report.broken ?? unlisted(each, heads, keys)),
    ...(heads.broken === undefined ? [] : [heads.broken]),
    ...missingFiles(known, names, heads),
    ...wrongHeads(kept, heads),
    ...pictures.filter((broken) => broken !== undefined && !werePicturesDropped(broken.file, heads)),
  ];
  const [broken] = [...breaks, ...nothingLeft(names, heads, keys)];
  const files = kept.map(({ report }) => report);
  return {
    ok: broken === undefined,
    records: files.reduce((sum, report) => sum + report.records, 0),
    files,
    keys: [...(keys?.keys() ?? [])],
    ...(keys && {
      keysFrom: publicKeys !== undefined ? 'given' : workspaceKeys !== undefined ? 'workspace' : 'folder',
    }),
    strangeKeys: strangeKeys(beside, keys),
    dropped: heads.dropped.size,
    ...(broken && { broken }),
  };
}

function strangeKeys(beside: string | undefined, keys: PublicKeys | undefined): readonly string[] {
  if (beside === undefined || keys === undefined) return [];
  try {
    return [...readPublicKeys(beside).keys()].filter((id) => !keys.has(id));
  } catch {
    return ['unreadable'];
  }
}

/** The key is made by the first server, which writes a record at once. */
function nothingLeft(names: readonly string[], heads: HeadsReader, keys: PublicKeys | undefined): Break[] {
  if (keys === undefined || names.length > 0 || heads.dropped.size > 0) return [];
  return [{ file: '', line: 1, seq: 0, what: 'no-records' }];
}

async function checkFiles(
  folder: string,
  names: readonly string[],
  heads: HeadsReader,
  keys: PublicKeys | undefined,
): Promise<Checked[]> {
  const done = new Map<string, Checked>();
  for (const name of names) {
    const parsed = parseFileName(name);
    const former = parsed === undefined || parsed.part === 1 ? undefined : partName(parsed.chain, parsed.part - 1);
    const after = former === undefined ? undefined : endOf(former, done, heads);
    const expected = {
      ...(after && { after }),
      ...(keys && { keys }),
      heads: heads.of(name),
      found: heads.foundAs(name),
    };
    const checked = await checkFile(path.join(folder, name), expected);
    done.set(name, former !== undefined && after === undefined ? withBreak(checked, gone(former)) : checked);
    // Half a record is what a crash leaves, and a server that went on in the next file had not crashed.
    const before = done.get(former ?? '');
    const torn = before?.report.torn;
    if (former === undefined || before === undefined || torn === undefined) continue;
    done.set(former, withBreak(before, { file: former, line: torn.line, seq: before.end.next, what: 'garbage' }));
  }
  return [...done.values()];
}

/** Undefined: the former part is gone, and nobody signed for that. */
function endOf(name: string, done: ReadonlyMap<string, Checked>, heads: HeadsReader): ChainEnd | undefined {
  const dropped = heads.dropped.get(name);
  return done.get(name)?.end ?? (dropped && { next: dropped.seq + 1, hash: dropped.hash });
}

function withBreak(checked: Checked, broken: Break): Checked {
  return { ...checked, report: { broken, ...checked.report } };
}

/**
 * A file is signed for in the heads before its first record is written. Of a later part, which hangs on the one before it,
 * a signature inside it is as good; a copy under another name has those too, so that a first part needs its head.
 */
function unlisted({ report, signedHeads }: Checked, heads: HeadsReader, keys: PublicKeys | undefined): Break[] {
  const { file, records } = report;
  const [first] = signedHeads;
  if (keys === undefined) return first === undefined ? [] : [{ file, line: 1, seq: first.seq, what: 'signature' }];
  const isLaterPart = (parseFileName(file)?.part ?? 1) > 1 && report.signedTo !== undefined;
  if (records === 0 || heads.of(file).size > 0 || isLaterPart) return [];
  return [{ file, line: 1, seq: 0, what: 'unlisted' }];
}

function missingFiles(known: ReadonlySet<string>, names: readonly string[], heads: HeadsReader): Break[] {
  const there = new Set(names);
  return [...known].filter((file) => !there.has(file) && !heads.dropped.has(file)).map(gone);
}

function gone(file: string): Break {
  return { file, line: 1, seq: 0, what: 'missing-file' };
}

/** Compares the heads that the records name with the heads file. */
function wrongHeads(checked: readonly Checked[], heads: HeadsReader): Break[] {
  const said = checked.flatMap(({ report, signedHeads }) =>
    signedHeads.map((each) => ({ file: report.file, ...each })),
  );
  const digests = heads.digestsAt(said.map(({ digest }) => digest.bytes));
  const wrong = said.find(({ digest }) => digests.get(digest.bytes) !== digest.sha256);
  return wrong === undefined ? [] : [{ file: wrong.file, line: wrong.line, seq: wrong.seq, what: 'heads' }];
}
