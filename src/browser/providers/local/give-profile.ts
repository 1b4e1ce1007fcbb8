import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../connect-playwright.js';

/** Lets the browser write to a kept profile, whoever it ran as before. */
export function giveProfile(profile: string, owner: number | undefined, isJailed: boolean): void {
  if (owner === undefined) return;
  // In the jail it is mounted where anybody can reach it; outside, the workspace is closed to everybody but us.
  if (!isJailed)
    throw new StartFailure(
      'As root, browser.profile: persistent needs the jail: install bubblewrap, or run as a user.',
    );
  if (lstatSync(profile).uid === owner) return;
  for (const { parentPath, name } of readdirSync(profile, { recursive: true, withFileTypes: true }))
    lchownSync(join(parentPath, name), owner, owner);
  lchownSync(profile, owner, owner);
}
