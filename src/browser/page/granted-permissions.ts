import type { PermissionMode } from '../../core/index.js';
import type { Preferences } from './preferences.js';

/** What the session wishes for this permission. */
export function permissionMode({ permission, perPermission }: Preferences, name: string): PermissionMode {
  return Object.hasOwn(perPermission, name) ? (perPermission[name] ?? permission) : permission;
}

/** A wish counts only among what the operator lists; everything else stays refused. */
export function grantedPermissions(preferences: Preferences, grantable: readonly string[]): readonly string[] {
  return [...new Set(grantable)].filter((name) => permissionMode(preferences, name) === 'allow');
}
