import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';

interface VerifyOptions {
  readonly publicKey?: string;
  readonly folder?: string;
  readonly json?: boolean;
}

export function addAuditVerify(audit: Command, cli: Cli): void {
  withWorkspaceFlags(audit.command('verify'))
    .description('checks every chain and signature; names the first broken record and exits with 1')
    .option(
      '--public-key <file>',
      'the public key as you kept it elsewhere; default: keys/audit.pub, else the copy beside the record',
    )
    .option('--folder <folder>', 'a copy of the audit folder, instead of that of the workspace')
    .option('--json', 'print the report')
    .action(cli.run((options: VerifyOptions) => verify(cli, options)));
}

/** The meaning of each finding, for a person. */
const MEANING: Readonly<Record<string, string>> = {
  hash: 'the record was changed',
  chain: 'the record does not follow the one before it',
  gap: 'records before it are missing',
  order: 'out of its place, or written twice',
  garbage: 'this is no record of ours',
  'missing-start': 'the file does not begin as its server began it',
  signature: 'signed by no key that is known',
  unsigned: 'a signature is missing before it',
  cut: 'this record and what came after it was cut off',
  changed: 'another record was here when it was signed for',
  'missing-file': 'the file is gone, and nobody signed for dropping it',
  unlisted: 'the file was put here by somebody else',
  added: 'it was added after the end that was signed for',
  'no-records': 'there is a key, so that servers have run here, and no record is left',
  heads: 'it signs a heads.log that differs from the one in this folder',
  'thumbnail-missing': 'the picture that it names is gone',
  'thumbnail-changed': 'the picture that it names is another one',
};

async function verify(cli: Cli, options: VerifyOptions): Promise<ExitCode> {
  const { verifyFolder } = await import('../../app.js');
  const folder = options.folder === undefined ? cli.workspace(options).audit : path.resolve(options.folder);
  const publicKeys = options.publicKey === undefined ? undefined : await readKey(options.publicKey);
  // A copy of the folder may come from elsewhere: the key of this workspace says nothing about it.
  const ownFile =
    options.folder === undefined ? path.join(cli.workspace(options).root, 'keys', 'audit.pub') : undefined;
  const workspaceKeys = ownFile === undefined ? undefined : await readFile(ownFile, 'utf8').catch(() => undefined);
  const report = await verifyFolder(folder, { publicKeys, workspaceKeys });
  const { terminal } = cli;
  const believed = { given: options.publicKey ?? '', workspace: ownFile ?? '', folder: path.join(folder, 'audit.pub') };
  if (options.json === true) {
    terminal.json(report);
    return report.ok ? 0 : 1;
  }
  for (const { file, torn } of report.files) {
    if (torn)
      terminal.out(`${file}: a crash left half a record at line ${torn.line}; nobody was told that it was done`);
  }
  if (report.dropped > 0) terminal.out(`${report.dropped} files were dropped when their time was over, signed for`);
  if (report.keysFrom !== undefined) {
    const doubt = report.keysFrom === 'folder' ? ', which whoever can write there can replace' : '';
    terminal.out(`checked with the key ${report.keys.join(', ')} from ${believed[report.keysFrom]}${doubt}`);
  }
  if (report.strangeKeys.length > 0)
    terminal.out(`the copy beside the record has other keys: ${report.strangeKeys.join(', ')}; they were not believed`);
  for (const { file, unsigned } of report.files) {
    if (unsigned !== undefined) terminal.out(`${file}: nobody has signed for the last ${String(unsigned)} records yet`);
  }
  const { broken } = report;
  if (broken?.what === 'no-records') {
    terminal.out(`${terminal.paint('red', 'no records')}  ${MEANING[broken.what] ?? ''}`);
  } else if (broken === undefined && report.records === 0) {
    terminal.out('no records');
  } else if (broken === undefined) {
    const count = `${report.records} records in ${report.files.length} ${report.files.length === 1 ? 'file' : 'files'}`;
    terminal.out(`${terminal.paint('green', 'ok')}  ${count}, every chain whole`);
  } else {
    const where = `${broken.file}, line ${broken.line} (record ${broken.seq})`;
    terminal.out(`${terminal.paint('red', 'broken')}  ${where}: ${broken.what}: ${MEANING[broken.what] ?? ''}`);
  }
  return report.ok ? 0 : 1;
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure('config.invalid', `--public-key: ${file} cannot be read`, undefined, error);
  }
}
