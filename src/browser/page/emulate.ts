import { Failure } from '../../core/index.js';
import type { EmulationWish } from '../../core/index.js';
import { findDevice } from '../emulation/device-list.js';
import type { DeviceList } from '../emulation/device-list.js';
import { describeSettings, settingsAfter } from '../emulation/emulated-settings.js';
import { duringCall } from './call-time.js';
import type { PageDeps } from './page-deps.js';

/** These hold for a whole process of the browser. */
const OF_PROCESS = ['locale', 'timezone', 'cpu'] as const;

/** Puts a wish in force in the whole session, and says what is in force then. */
export async function emulateFor(deps: PageDeps, wish: EmulationWish): Promise<readonly string[]> {
  const { session, signal } = deps;
  const { emulation } = session;
  const shared = emulation.isShared ? OF_PROCESS.find((key) => wish[key] !== undefined) : undefined;
  if (shared !== undefined)
    throw new Failure('browser.not-actionable', `${shared} would change tabs of the person whose browser this is`);
  const before = emulation.settings;
  const list = wish.device === undefined ? NO_DEVICES : await duringCall(signal, emulation.devices());
  const after = settingsAfter(before, wish, emulation.base, (name) => findDevice(list, name));
  const refused = await duringCall(signal, emulation.change(after));
  if (refused.length > 0) {
    await duringCall(signal, emulation.change(before));
    throw new Failure('call.bad-arguments', `the browser refused it (${refused.join(', ')}); nothing was changed`);
  }
  if (after.device !== before.device)
    await duringCall(signal, Promise.all(session.tabs().map(({ page }) => page.setViewportSize(emulation.viewport))));
  return [...describeSettings(after, emulation.base), ...hints(deps, wish)];
}

const NO_DEVICES: DeviceList = {};

function hints({ session }: PageDeps, wish: EmulationWish): readonly string[] {
  const isPlace = wish.geolocation !== undefined && wish.geolocation !== 'default';
  if (!isPlace || session.grantedPermissions().includes('geolocation')) return [];
  return ['pages get the geolocation only with its permission: set_permission_policy, where the operator lets it'];
}
