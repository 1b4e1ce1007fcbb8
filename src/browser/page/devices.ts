import type { Frame, Page as PlaywrightPage } from 'playwright-core';
import { onePageLine, quotedPageLine } from '../../core/index.js';
import type { DeviceKind, PageDevices, PageView } from '../../core/index.js';
import { Failure } from '../../core/index.js';
import { isFields } from '../cdp/message-fields.js';
import { evaluateApart } from '../cdp/page-cdp-session.js';
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
      const tabs = deps.session.tabs().map(({ page }) => ifInTime(FRAME_MS, runInDocuments(page, expression)));
      await duringCall(deps.signal, Promise.all(tabs));
      return { hasApi: await duringCall(deps.signal, ifInTime(FRAME_MS, hasApi(deps.tab.page, kind))) };
    },
    deviceRequests: (since) => readHere(deps, (origin) => requestsView(emulated(deps), origin, since)),
  };
}

/** What Chromium itself has, read where no script of a page or of ours has added it. Insecure pages have none of them. */
async function hasApi(page: PlaywrightPage, kind: DeviceKind): Promise<boolean | undefined> {
  const found = await evaluateApart(page, `isSecureContext ? '${kind}' in navigator : undefined`);
  return typeof found === 'boolean' ? found : undefined;
}

/** Not by Playwright's own evaluation: to the page that is a gesture of its user, and it could open windows then. */
async function runInDocuments(page: PlaywrightPage, expression: string): Promise<void> {
  const frames = page.frames().filter((frame) => frame.parentFrame() !== null);
  await Promise.all([page, ...frames].map((one) => ifInTime(FRAME_MS, runIn(page, one, expression))));
}

/** A frame in its parent's process has no session of its own: it is one of the parent's contexts. */
async function runIn(page: PlaywrightPage, target: PlaywrightPage | Frame, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(target);
  try {
    const contexts: number[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const facts: unknown = context.auxData;
      if (isFields(facts) && facts['isDefault'] === true) contexts.push(context.id);
    });
    await session.send('Runtime.enable');
    const runs = contexts.map((contextId) =>
      session.send('Runtime.evaluate', { expression, contextId, userGesture: false }),
    );
    await Promise.allSettled(runs);
  } finally {
    session.detach().catch(() => undefined);
  }
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
