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
    .option('--public-key <file>', 'the public key as you kept it elsewhere; default: the copy beside the record')
    .option('--folder <folder>', 'a copy of the audit folder, instead of that of the workspace')
    .option('--json', 'print the report')
    .action(cli.run((options: VerifyOptions) => verify(cli, options)));
}

/** What a person makes of it. */
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
  heads: 'it vouches for a heads.log that is not the one that is here',
  'thumbnail-missing': 'the picture that it names is gone',
  'thumbnail-changed': 'the picture that it names is another one',
};

async function verify(cli: Cli, options: VerifyOptions): Promise<ExitCode> {
  const { verifyFolder } = await import('../../house.js');
  const folder = options.folder === undefined ? cli.workspace(options).audit : path.resolve(options.folder);
  const publicKeys = options.publicKey === undefined ? undefined : await readKey(options.publicKey);
  const report = await verifyFolder(folder, publicKeys === undefined ? {} : { publicKeys });
  const { terminal } = cli;
  if (options.json === true) {
    terminal.json(report);
    return report.ok ? 0 : 1;
  }
  for (const { file, torn } of report.files) {
    if (torn)
      terminal.out(`${file}: a crash left half a record at line ${torn.line}; nobody was told that it was done`);
  }
  if (report.dropped > 0) terminal.out(`${report.dropped} files were dropped when their time was over, signed for`);
  for (const key of report.keys)
    terminal.out(`signed with ${key}${publicKeys === undefined ? ' (the copy beside the record)' : ''}`);
  const { broken } = report;
  if (broken === undefined) {
    const count = `${report.records} records in ${report.files.length} files`;
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
