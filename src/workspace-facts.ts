import { readFile, readdir, stat } from 'node:fs/promises';
import { lstatSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyFolder } from './audit/index.js';
import { describeTeams, openWorkspace } from './config/index.js';
import type { Loaded, Workspace } from './config/index.js';
import type { HealthFinding, WorkspaceFacts } from './console/workspace-facts-port.js';
import { Failure, ownCommand } from './core/index.js';
import { createVaultKeeper } from './vault/index.js';

const LITTLE_BYTES = 500_000_000;

/** What the console shows of the workspace itself. The configuration is read each time: it may have been mended. */
export function workspaceFacts(load: () => Promise<Loaded>): WorkspaceFacts {
  return {
    identities: async () => identitiesOf(await load()),
    teams: async () => teamsOf(await load()),
    health: async () => healthOf(await load()),
    checkRecord: async () => checkRecord(openWorkspace((await load()).workspace)),
  };
}

/** The names and kinds of what is kept; the keeper hands out no value. */
async function identitiesOf({ config, workspace, environment }: Loaded) {
  const folder = join(openWorkspace(workspace).root, 'vault');
  const keeper = createVaultKeeper(config.vault, { folder, environment });
  try {
    return { backend: keeper.backend, kept: await keeper.list() };
  } finally {
    keeper.close();
  }
}

function teamsOf({ config, workspace }: Loaded) {
  const limits = Object.entries(config.sessions).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ key: `sessions.${key}`, value: String(value) }] : [],
  );
  return { teams: describeTeams(openWorkspace(workspace), config.teams), limits };
}

async function healthOf({ config, workspace: path }: Loaded): Promise<readonly HealthFinding[]> {
  const workspace = openWorkspace(path);
  const mode = lstatSync(workspace.root).mode & 0o777;
  const isClosed = process.platform === 'win32' || (mode & 0o077) === 0;
  return [
    {
      name: 'workspace',
      level: isClosed ? 'ok' : 'warn',
      says: isClosed ? 'open to its owner alone' : `other users can read it: its mode is ${mode.toString(8)}, not 700`,
    },
    diskOf(workspace),
    await recordOf(workspace, config.audit.retentionDays),
    {
      name: 'pictures',
      level: 'ok',
      says: config.audit.thumbnails
        ? `kept, ${String(config.audit.thumbnailsMb)} MB at most`
        : 'not kept (audit.thumbnails)',
    },
  ];
}

function diskOf({ root }: Workspace): HealthFinding {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const level = free < LITTLE_BYTES ? 'warn' : 'ok';
  const next = level === 'warn' ? '; without room for the record every call is refused' : '';
  return { name: 'disk', level, says: `${(free / 1e9).toFixed(1)} GB free${next}` };
}

async function recordOf({ audit }: Workspace, days: number): Promise<HealthFinding> {
  const names = (await readdir(audit).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(audit, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const amount = bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const files = names.length === 1 ? 'one file' : `${String(names.length)} files`;
  return { name: 'record', level: 'ok', says: `${files}, ${amount}, kept for ${String(days)} days` };
}

/** Every chain and signature, by the key of this workspace. */
async function checkRecord({ audit, root }: Workspace): Promise<HealthFinding> {
  const workspaceKeys = await readFile(join(root, 'keys', 'audit.pub'), 'utf8').catch(() => undefined);
  const { ok, records, files, broken } = await verifyFolder(audit, { workspaceKeys }).catch((error: unknown) => {
    throw error instanceof Failure ? error : new Failure('internal.fault', 'the record cannot be read');
  });
  if (ok)
    return {
      name: 'record',
      level: 'ok',
      says: `${String(records)} records in ${String(files.length)} files, every chain whole`,
    };
  const where = broken === undefined ? '' : ` at ${broken.file}, record ${String(broken.seq)} (${broken.what})`;
  return { name: 'record', level: 'fail', says: `broken${where}; ${ownCommand('audit verify')} says more` };
}
