import { onePageLine, quotedPageLine } from '../../core/index.js';
import type { PageDevices, PageView } from '../../core/index.js';
import { Failure } from '../../core/index.js';
import type { SessionDevices } from '../emulation/session-devices.js';
import { duringCall, ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';

/** A frame that does not answer keeps what it found before; its next document has what is new. */
const FRAME_MS = 2_000;

export function devicesOf(deps: PageDeps): PageDevices {
  return {
    setDevices: async (kind, devices) => {
      const expression = await duringCall(deps.signal, emulated(deps).set(kind, devices));
      const frames = deps.session.tabs().flatMap(({ page }) => page.frames());
      await duringCall(deps.signal, Promise.all(frames.map((frame) => ifInTime(FRAME_MS, frame.evaluate(expression)))));
    },
    deviceRequests: (since) => readHere(deps, (origin) => requestsView(emulated(deps), origin, since)),
  };
}

function emulated({ session }: PageDeps): SessionDevices {
  if (session.devices === undefined) throw new Failure('policy.capability-off', 'capability device-emulation');
  return session.devices;
}

/** What a page asked for is its own word, its origin too. */
function requestsView(devices: SessionDevices, origin: string, since: number): PageView {
  const lines = devices
    .since(since)
    .map(({ number, at, kind, origin: from, asked, outcome }) =>
      onePageLine(
        `${String(number)} ${at} ${kind} ${quotedPageLine(from, 120)} ${quotedPageLine(asked, 300)} ${quotedPageLine(outcome, 160)}`,
      ),
    );
  const none = `no request since ${String(since)}`;
  const data = { next: devices.next };
  return { origin, text: lines.length === 0 ? none : lines.join('\n'), data };
}
