import { createDiagnostics, startAudit } from './audit/index.js';
import type { AuditDeps, DiagnosticsModule } from './audit/index.js';
import type { Loaded, Workspace } from './config/index.js';
import type { Record } from './core/index.js';
import { VERSION } from './version.js';

/** The record of this server, with the diagnostics beside it where that capability is on. */
export function startRecord(
  { config }: Loaded,
  workspace: Workspace,
  given: Pick<AuditDeps, 'startedAt' | 'log' | 'sinks'> & { readonly id: string },
): ReturnType<typeof startAudit> & Partial<Pick<DiagnosticsModule, 'diagnostics'>> {
  const keyFile = workspace.inside('keys', 'audit.key');
  const { id, ...rest } = given;
  const server = { serverId: id, version: VERSION };
  const audit = startAudit({ ...rest, ...server, folder: workspace.audit, keyFile, options: config.audit });
  if (!config.capabilities.includes('diagnostics')) return audit;
  const folder = workspace.folder('diagnostics');
  const kept = createDiagnostics({ ...rest, ...config.diagnostics, folder });
  const close = async (): Promise<void> => {
    await kept.diagnostics.close();
    await audit.close();
  };
  return { ...audit, record: kept.watch(audit.record), diagnostics: kept.diagnostics, close };
}

/** Errors that no call can report. */
export const faultsOnto = (record: Record) => (text: string) => {
  record.note({ event: 'fault', facts: { text } });
};
