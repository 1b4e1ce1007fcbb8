import type { CdpConnection } from './cdp-connection.js';
import type { Fields } from './message-fields.js';

type Wire = Pick<CdpConnection, 'call'>;

// `context` is `{ browserContextId }`, or nothing for the browser's own.

/** Downloads of the context go into this folder, under names of the browser's own; undefined: none does. */
export async function setDownloadFolder(wire: Wire, context: Fields, downloadPath: string | undefined): Promise<void> {
  const behavior = downloadPath === undefined ? 'deny' : 'allowAndName';
  const params = { behavior, downloadPath, ...context, eventsEnabled: true };
  await wire.call('Browser.setDownloadBehavior', params);
}

export interface PermissionSetting {
  readonly name: string;
  readonly setting: 'granted' | 'denied';
  /** Absent: whatever the origin of a page is. */
  readonly origin?: string | undefined;
}

/** For every page, frame and worker of the context. */
export async function setContextPermission(
  wire: Wire,
  context: Fields,
  { name, setting, origin }: PermissionSetting,
): Promise<void> {
  const permission = { name, ...(name === 'push' ? { userVisibleOnly: true } : {}) };
  const at = origin === undefined ? {} : { origin };
  await wire.call('Browser.setPermission', { permission, setting, ...context, ...at });
}
