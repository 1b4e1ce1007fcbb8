import { join } from 'node:path';
import type { Loaded, Workspace } from './config/index.js';
import type { ProcessIdentity } from './platform/process-liveness.js';
import { VERSION } from './version.js';

/** Which browsers passed their self-test at an earlier start. */
const SELF_TESTS = 'self-tests';
/** Of the proxy's port for browsers elsewhere that outlive a server. */
const PROXY_CERTIFICATE = 'remote-proxy';

/** Where modules keep what they keep; `isServing`: over HTTP, for whoever comes. */
export function placesIn(workspace: Workspace, id: string, { environment, config }: Loaded, isServing: boolean) {
  const noteElsewhere = (folder: string): void => {
    workspace.noteElsewhere(id, folder);
  };
  const runFolder = workspace.runFolder(id);
  const passedBefore = { serverVersion: VERSION, ...closedNote(workspace, SELF_TESTS) };
  return {
    vaultFolder: join(workspace.root, 'vault'),
    statesFolder: join(workspace.root, 'states'),
    place: {
      profilesFolder: workspace.inside('profiles'),
      extensionsFolder: config.capabilities.includes('extensions') ? workspace.folder('extensions') : undefined,
      runFolder,
      noteElsewhere,
      browsersFolders: [workspace.browsers],
      environment,
      passedBefore,
      startsAhead: isServing,
      // Over stdio the browsers go with their client, which ends the server.
      outliving: {
        ...{ folder: workspace.inside('remote-sessions'), leavesAtEnd: isServing, version: VERSION },
        servers: { home: workspace.home, isGone: (server: ProcessIdentity) => workspace.isServerGone(server) },
      },
      proxyCertificate: closedNote(workspace, PROXY_CERTIFICATE),
    },
  };
}

function closedNote(workspace: Workspace, name: string) {
  return {
    read: () => workspace.readClosed(name),
    write: (text: string) => {
      workspace.writeClosed(name, text);
    },
  };
}

/** Where files that pages may get come from, and where those go that they give and that we make. */
export function filePlaces(workspace: Workspace, id: string, { config: { capabilities }, environment }: Loaded) {
  const areForPages = capabilities.includes('file-io');
  if (!areForPages && !capabilities.includes('recording')) return undefined;
  const { root } = workspace;
  return {
    ...{ workspace: root, uploads: workspace.folder('files'), downloads: workspace.folder('downloads') },
    ...{ areForPages, scratch: workspace.runFolder(id), programs: environment['PATH'] ?? '/usr/bin:/bin' },
  };
}
