import type { DialogPolicy, PermissionMode } from '../../core/index.js';

/** What the agent wishes for its session. Below policy, never above it. */
export interface Preferences {
  dialog: DialogPolicy;
  permission: PermissionMode;
  perPermission: Readonly<Record<string, PermissionMode>>;
}

export function defaultPreferences(): Preferences {
  return { dialog: 'raise', permission: 'raise', perPermission: {} };
}
