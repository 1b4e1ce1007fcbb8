import type { Secret, SessionView } from '../../core/index.js';
import { livePictureOf } from '../page/live-picture.js';
import { tabsOf } from '../page/tab-facts.js';
import type { SessionSlot } from '../sessions/session-slot.js';
import { PersonTurn } from './person-turn.js';

/** For a person. A page that waits for the answer to a dialog draws nothing: then only the dialog is shown. */
export async function captureSession(
  slot: SessionSlot,
  secrets: readonly Secret[],
  longest: number,
): Promise<SessionView> {
  const { session, driver } = slot;
  const tab = session?.peek(undefined);
  if (session === undefined || tab === undefined) return { tabs: [], unseen: 'nothing' };
  const dialog = driver instanceof PersonTurn ? driver.dialog() : undefined;
  if (dialog !== undefined) return { tabs: await tabsOf(session), unseen: 'dialog', dialog };
  const [tabs, picture] = await Promise.all([tabsOf(session), livePictureOf(tab, secrets, longest)]);
  return { tabs, ...picture };
}
