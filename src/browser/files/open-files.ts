import { chownSync } from 'node:fs';
import type { RecordedEvent, SessionName } from '../../core/index.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import type { RunningBrowser } from '../providers/provider.js';
import { SessionFiles } from './session-files.js';
import type { FileFolders, FilesDeps } from './session-files.js';

export interface FilesNeed {
  readonly files?: FileFolders | undefined;
  readonly note: (event: RecordedEvent) => void;
  readonly limits: FilesDeps['limits'];
}

/** The files of one context of a running browser; undefined where the operator has not opened them. */
export function openFiles(
  { files: room, note, limits }: FilesNeed,
  scope: SessionName,
  { documentInterceptor, shares, disk }: Pick<RunningBrowser, 'documentInterceptor' | 'shares' | 'disk'>,
  owner: ContextOwner,
): SessionFiles | undefined {
  if (room === undefined) return undefined;
  return new SessionFiles({
    room,
    scope,
    limits,
    note: (event, facts) => {
      note({ event, scope, facts });
    },
    // Copies for a browser elsewhere are ours alone; what it is given of them goes over its connection.
    browserFolder: shares?.folder ?? (disk === undefined ? undefined : room.scratch),
    disk,
    interceptor: {
      allow: (folder) => documentInterceptor.allowDownloads(owner, folder),
      cancel: (id) => documentInterceptor.cancelDownload(owner, id),
      claim: (url, name) => documentInterceptor.downloads.claim(url, name),
      state: (id) => documentInterceptor.downloads.state(id),
      giveToBrowser: (folder) => {
        if (shares?.owner !== undefined) chownSync(folder, shares.owner, shares.owner);
      },
    },
  });
}
