import type { BrowserContext, Page as PlaywrightPage } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { Call, Capability, RecordedEvent, Scope } from '../../core/index.js';
import { openFiles } from '../files/open-files.js';
import { contextPolicyFor } from './context-policy.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import type { TargetSetup } from '../cdp/target-setup.js';
import { SessionDevices } from '../emulation/session-devices.js';
import { SessionEmulation } from '../emulation/session-emulation.js';
import { PlainAutomation, StealthPatches } from '../emulation/stealth-patches.js';
import { InjectedIdentities } from '../identity/injected-identities.js';
import type { BrowserOptions } from '../options.js';
import { NO_RULES } from '../page/dialog-queue.js';
import type { DialogRules } from '../page/dialog-queue.js';
import { SessionEvents } from '../page/session-events.js';
import type { PermissionQueueDeps } from '../page/permission-queue.js';
import { Recorder } from '../page/recording/recorder.js';
import { defaultPreferences } from '../page/preferences.js';
import { loadPlaywright } from '../providers/load-playwright.js';
import { adoptTabs } from './adopt-tabs.js';
import type { AdoptedTabs } from '../reattach/kept-session.js';
import type { KeptRecord } from '../reattach/kept-sessions.js';
import type { RunningBrowser } from '../providers/provider.js';
import { borrowFor, keptParts, openingFacts } from './borrow-browser.js';
import { waitReporterFor } from './queued-notices.js';
import { succeeds } from '../with-timeout.js';
import { waitWhileAlive } from './wait-while-alive.js';
import { closeContext } from './recover-tab.js';
import { LiveSession } from './session.js';
import { requireStealth } from './require-stealth.js';
import type { OpenedSession, SessionSlot } from './session-slot.js';
import { RefBook } from '../dom/index.js';
import type { ProxyAdmission, OpenDeps } from './open-deps.js';

/** What a session that ends has left to keep its recording. */
const KEEP_MS = 8_000;
const USUAL_TABS = { max: 20, key: 'sessions.maxTabs' };

/** A context of its own, or the browser's own where the provider has no other, under its owner's rules before its first page. */
export async function openSession(slot: SessionSlot, deps: OpenDeps): Promise<OpenedSession> {
  const { scope } = slot;
  const admission = await admit(scope, deps);
  const queued = waitReporterFor(slot);
  const { running, release, profile } = await borrowFor(scope, admission, deps, queued.tell).finally(queued.end);
  const events = new SessionEvents(dialogRules(scope, deps, running));
  const limited = { maxTabs: () => slot.limits.max.tabs ?? USUAL_TABS, whyCrashed: () => slot.whyCrashed() };
  const way = deps.traits.proxied ? admission : 'unproxied';
  const { emulation, devices, setups } = setupsFor(running, deps);
  const owner = contextPolicyFor(scope, events, way, { ...deps, ...limited }, running, setups);
  try {
    if (!running.mayLoadEarly) await running.idle;
    const context = await unlessCaught(running, contextFor(running, owner, admission, deps));
    const end = (why: string) => slot.end({ code: 'session.expired', why, quietly: true });
    const session = new LiveSession({
      ...{ scope, context },
      closeContext: async () => {
        await (running.sharedContext?.leave() ?? context.close());
        release();
      },
      documentInterceptor: running.documentInterceptor,
      ...{ refs: new RefBook(deps.refNumbers), preferences: defaultPreferences(), events, running, end },
      files: openFiles({ ...deps, limits: () => slot.limits.max }, scope, running, owner),
      ...{ maxTabs: limited.maxTabs, emulation, devices, recorder: recorderFor(deps) },
      ...{ maxTokens: deps.options.snapshot.maxTokens, pageSecrets: deps.pageSecrets(scope) },
      ...(await keptParts(running, profile, deps)),
      identities: identitiesOf(running, owner, end),
      permissions: {
        grantable: deps.options.browser.grantablePermissions,
        set: (name, setting, origin) => running.documentInterceptor.setPermission(owner, name, setting, origin),
        ...permissionRules(scope, deps, running),
      },
      lastTarget: () => running.documentInterceptor.ownSessions.lastOf(owner),
      crashPages: running.documentInterceptor.crashPages.bind(running.documentInterceptor, owner),
    });
    // The first tab is made while the browser is still being tested; nobody gets anything of it before.
    const asked = openingFacts(running, profile, deps);
    if (deps.taken !== undefined)
      slot.reattachRecord?.adopted(await takeOverTabs(session, running, owner, deps.taken, deps));
    const bound = letOut(admission);
    const { page } = await unlessCaught(running, session.tabFor(undefined));
    if (deps.isOn('stealth') && deps.taken === undefined) await unlessCaught(running, stealthOn(page, running));
    endWith(slot, running, context, release);
    return opened({ session, running, owner, tested: noteWhenTested(scope, running, asked, deps), ...bound });
  } catch (error) {
    await running.sharedContext?.leave().catch(() => undefined);
    release();
    // A browser that was caught is killed, and whatever was asked of it fails; why is what counts.
    await running.selfTested;
    throw error instanceof Failure ? error : new Failure('browser.crashed', undefined, undefined, error);
  }
}

function emulationFor({ sharedContext }: RunningBrowser, { options }: OpenDeps): SessionEmulation {
  const { userAgent, viewport } = options.browser;
  const devices = async () => (await loadPlaywright()).devices;
  return new SessionEmulation({ userAgent, viewport, isShared: sharedContext !== undefined, devices });
}

/** What its pages, frames and workers get before they run. */
function setupsFor(running: RunningBrowser, deps: OpenDeps) {
  const emulation = emulationFor(running, deps);
  const devices = deps.isOn('device-emulation') ? new SessionDevices() : undefined;
  return { emulation, devices, setups: [emulation, ...automationSetups(deps), ...(devices ? [devices] : [])] };
}

function recorderFor({ isOn }: OpenDeps): Recorder | undefined {
  return isOn('recording') ? new Recorder({ mayKeepBodies: isOn('network-body') }) : undefined;
}

/** Is the capability on, for the server and for the caller who opens the session? */
export function isOnFor({ principal }: Call, capabilities: readonly Capability[]): OpenDeps['isOn'] {
  const ofTeam = principal.team?.capabilities;
  return (name) => capabilities.includes(name) && (ofTeam?.includes(name) ?? true);
}

const CLOSE_MS = 2000;

async function stealthOn(page: PlaywrightPage, { sharedContext }: RunningBrowser): Promise<void> {
  try {
    await requireStealth(page);
  } catch (error) {
    if (sharedContext === undefined) await succeeds(CLOSE_MS, page.context().close());
    throw error;
  }
}

function automationSetups({ isOn, capabilities }: OpenDeps): TargetSetup[] {
  if (isOn('stealth')) return [new StealthPatches()];
  return capabilities.includes('stealth') ? [new PlainAutomation()] : [];
}

function identitiesOf(
  { documentInterceptor }: RunningBrowser,
  owner: ReturnType<typeof contextPolicyFor>,
  endSession: (why: string) => Promise<void>,
): InjectedIdentities {
  return new InjectedIdentities({
    headers: owner.headers,
    refresh: () => documentInterceptor.refresh(owner),
    mayVisit: (url) => owner.mayVisit(url),
    endSession,
  });
}

/** Its guards are in place. */
function letOut(admission: ProxyAdmission | undefined): Pick<OpenedSession, 'binding'> {
  if (admission === undefined || !('watch' in admission)) return {};
  admission.letOut();
  return { binding: admission.binding };
}

/** On the record before anything of its pages gets out, or to anybody. */
async function takeOverTabs(
  session: LiveSession,
  running: RunningBrowser,
  owner: ContextOwner,
  { startedAt, actions }: KeptRecord,
  { note }: OpenDeps,
): Promise<AdoptedTabs> {
  const adopted = await adoptTabs(session, running, owner);
  note({ event: 'session.reattached', scope: session.scope, facts: { startedAt, actions, ...adopted } });
  return adopted;
}

/** A browser elsewhere is told apart by its label only, so the proxy must listen for it. */
async function admit(
  scope: Scope,
  { egress, traits, isElsewhere, taken }: OpenDeps,
): Promise<ProxyAdmission | undefined> {
  if (isElsewhere !== true || !traits.proxied) return egress?.admit(scope);
  if (egress?.admitRemote === undefined)
    throw new Failure('browser.start-failed', 'There is no egress proxy for browsers on other machines.');
  return egress.admitRemote(scope, taken);
}

function opened(parts: Pick<OpenedSession, 'session' | 'running' | 'owner' | 'tested' | 'binding'>): OpenedSession {
  const { session, running } = parts;
  return {
    ...parts,
    url: () => session.peek(undefined)?.page.url() ?? 'about:blank',
    counts: () => session.counts(),
    close: async () => {
      // While its tabs can still be asked; the files themselves need no browser.
      const kept = session.recorder?.end(KEEP_MS);
      await Promise.all([kept, closeContext(session, running)]);
    },
  };
}

function noteWhenTested(
  scope: Scope,
  { selfTested }: Tested,
  asked: Promise<RecordedEvent['facts']>,
  { note }: OpenDeps,
): Promise<void> {
  const tested = Promise.all([asked, selfTested]).then(([facts]) => {
    note({ event: 'session.opened', scope, facts });
  });
  tested.catch(() => undefined);
  return tested;
}

function endWith(slot: SessionSlot, running: RunningBrowser, context: BrowserContext, release: () => void): void {
  context.once('close', () => {
    // The browser lives on with other sessions, and would keep this one with all that it has seen.
    unwatch();
    release();
    // Only we close a context; when it closes for another reason, the session is over too.
    void slot.end({ code: 'browser.crashed', why: 'its pages were closed from outside' });
  });
  let isTested = false;
  const crashed = (): void => {
    // The kernel may have ended the whole of it for want of memory: that is said.
    if (slot.whyCrashed() === undefined) void slot.end({ code: 'browser.crashed', why: 'the browser crashed' });
  };
  running.selfTested.then(
    () => {
      isTested = true;
    },
    () => undefined,
  );
  const unwatch = running.whenGone(() => {
    if (isTested) crashed();
    else running.selfTested.then(crashed, failed);
  });
  const failed = (error: unknown): void => {
    const failure = error instanceof Failure ? { failure: error } : {};
    void slot.end({ code: 'session.expired', why: 'its browser could not be started', ...failure });
  };
}

/** The work's result, or at once why the browser failed its self-test: what was asked of it may never be answered. */
function unlessCaught<T>({ selfTested }: Tested, work: Promise<T>): Promise<T> {
  return Promise.race([work, selfTested.then(() => work)]);
}

/** A dialog is shown to a person only when the browser has passed its self-test. */
type Tested = Pick<RunningBrowser, 'selfTested'>;

function dialogRules(scope: Scope, { dialogs }: OpenDeps, { selfTested }: Tested): DialogRules {
  if (dialogs === undefined) return NO_RULES;
  const ask = dialogs.ask?.bind(dialogs);
  return {
    judge: (text) => dialogs.judge(text),
    ...(ask === undefined ? {} : { ask: (question, signal) => selfTested.then(() => ask(scope, question, signal)) }),
  };
}

function permissionRules(
  scope: Scope,
  { dialogs }: OpenDeps,
  { selfTested }: Tested,
): Pick<PermissionQueueDeps, 'ask'> {
  const ask = dialogs?.askPermission?.bind(dialogs);
  return ask === undefined ? {} : { ask: (question, signal) => selfTested.then(() => ask(scope, question, signal)) };
}

async function contextFor(
  running: RunningBrowser,
  owner: ContextOwner,
  admission: ProxyAdmission | undefined,
  deps: OpenDeps,
): Promise<BrowserContext> {
  const { sharedContext } = running;
  if (sharedContext !== undefined)
    return waitWhileAlive(running, sharedContext.enter(owner)).then(() => sharedContext.context);
  const made = newContext(running, owner, deps.traits.proxied ? admission : undefined, deps);
  try {
    return await waitWhileAlive(running, made);
  } catch (error) {
    // One that comes after all is nobody's.
    made.then((context) => context.close()).catch(() => undefined);
    throw error;
  }
}

export function newContext(
  running: RunningBrowser,
  owner: ContextOwner,
  admission: ProxyAdmission | undefined,
  { options }: { readonly options: Pick<BrowserOptions, 'browser'> },
): ReturnType<RunningBrowser['browser']['newContext']> {
  return running.documentInterceptor.owned(owner, () =>
    running.browser.newContext({
      viewport: options.browser.viewport,
      acceptDownloads: false,
      serviceWorkers: 'allow',
      // An empty list denies every permission; none at all would leave them to the browser's own prompts.
      permissions: [],
      // Without the minus sign loopback goes around the proxy; named here, no variable of Playwright's can undo it.
      ...(admission === undefined ? {} : { proxy: { server: admission.server, bypass: '<-loopback>' } }),
    }),
  );
}
