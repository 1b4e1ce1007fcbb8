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

/** What the session wishes for this permission. */
export function permissionMode({ permission, perPermission }: Preferences, name: string): PermissionMode {
  return Object.hasOwn(perPermission, name) ? (perPermission[name] ?? permission) : permission;
}

/** A wish counts only among what the operator lists; everything else stays refused. */
export function grantedPermissions(preferences: Preferences, grantable: readonly string[]): readonly string[] {
  return [...new Set(grantable)].filter((name) => permissionMode(preferences, name) === 'allow');
}
