import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { remoteOptions } from '../../../src/browser/options.js';
import { openWorkspace } from '../../../src/config/index.js';
import { replaceFile } from '../../../src/platform/replace-file.js';
import type { ProcessIdentity } from '../../../src/platform/process-liveness.js';
import { openRoom } from '../browser/browser-setup.js';
import type { Room, RoomOptions } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

let servers = 0;

/** A server whose sessions outlive it, as the app wires one: with its mark in the workspace, and a socket for its operator. */
export async function openOutlived(
  workspace: string,
  hosts: readonly string[],
  remote: NonNullable<RoomOptions['remote']>,
  more: RoomOptions & { readonly leavesAtEnd?: boolean } = {},
): Promise<{ readonly app: App; readonly room: Room; close(): Promise<void> }> {
  const file = path.join(workspace, 'remote-proxy');
  const read = (): string | undefined => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  const kept = {
    read,
    write: (text: string) => {
      replaceFile(file, text);
    },
  };
  const app = await openNetwork({
    unsafeAllowPrivate: [...hosts],
    remoteProxy: { ...remoteOptions.parse(remote).proxy, kept },
  });
  const places = openWorkspace(workspace);
  const id = `${String(process.pid)}-${String(++servers)}`;
  places.runFolder(id);
  const control = createServer().listen(places.socket(id));
  const { leavesAtEnd = false, ...options } = more;
  const outliving = {
    ...{ folder: places.inside('remote-sessions'), leavesAtEnd, version: 'test' },
    servers: { home: places.home, isGone: (server: ProcessIdentity) => places.isServerGone(server) },
  };
  const room = openRoom({ egress: app.egress, browser: { provider: 'remote' }, remote, outliving, ...options });
  const close = async (): Promise<void> => {
    control.close();
    await room.close();
    await app.close();
    places.releaseRun(id);
  };
  return { app, room, close };
}
