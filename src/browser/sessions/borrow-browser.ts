import type { Egress, RecordedEvent, Scope } from '../../core/index.js';
import { isFields, textOf } from '../cdp/message-fields.js';
import { ExtensionCopies } from '../extensions/extension-copies.js';
import { SessionExtensions } from '../extensions/session-extensions.js';
import type { OpenProfile } from '../profile-store.js';
import type { LaunchRequest, RunningBrowser } from '../providers/provider.js';
import { resultOrTooLate } from '../with-timeout.js';
import type { ProxyAdmission, OpenDeps } from './open-deps.js';

/** The user agent usually is known by now; a browser that does not answer must not keep a session waiting. */
const USER_AGENT_MS = 500;
const MAX_USER_AGENT = 300;

interface Borrowed {
  readonly running: RunningBrowser;
  readonly release: () => void;
  readonly profile?: OpenProfile | undefined;
}

/** A browser for the session; one with a profile gives it free when its last process is gone. */
export async function borrowFor(
  scope: Scope,
  admission: ProxyAdmission | undefined,
  deps: OpenDeps,
  onQueued?: (words: string) => void,
): Promise<Borrowed> {
  const { options, profiles, browsers, egress, taken } = deps;
  const profile = await profiles?.openNext(scope, options.browser.disableWebSecurity);
  try {
    const kept = profile === undefined ? {} : { profile: profile.data, ...(await copiesOf(profile, deps)) };
    const { running, release } = await browsers.borrow({
      ...{ ...wayOut(admission, egress), ...kept, makesTab: true },
      ...(onQueued === undefined ? {} : { onQueued }),
      ...(taken === undefined ? {} : { resume: { id: taken.id, folder: taken.folder } }),
    });
    if (profile === undefined) return { running, release };
    const free = (): void => {
      profile.release();
    };
    const ended = (): Promise<void> => running.kill().then(free, free);
    running.whenGone(() => void ended());
    const leave = (): void => {
      release();
      profile.leaves(ended());
    };
    return { running, release: leave, profile };
  } catch (error) {
    profile?.release();
    throw error;
  }
}

/** Copies of extensions, for a caller who may have them. */
async function copiesOf(
  { extensions }: OpenProfile,
  { extensionsFolder, isOn, log }: OpenDeps,
): Promise<Pick<LaunchRequest, 'extensions'>> {
  if (extensionsFolder === undefined || !isOn('extensions')) return {};
  const changed = await new ExtensionCopies(extensions).removeChanged();
  if (changed > 0)
    log?.(`warning: ${String(changed)} extension(s) of a profile were changed on the disk, and are not loaded`);
  return { extensions };
}

/** What a session with a kept profile has besides: its context was not made with a viewport. */
export async function keptParts(running: RunningBrowser, profile: OpenProfile | undefined, deps: OpenDeps) {
  if (profile === undefined) return {};
  const { viewport } = deps.options.browser;
  let isUntold = profile.isRestored;
  const takeRestored = (): boolean => {
    const told = isUntold;
    isUntold = false;
    return told;
  };
  return { viewport, takeRestored, extensions: await extensionsOf(running, profile, deps) };
}

/** Those of the profile's earlier sessions are there before its first page. */
async function extensionsOf(
  { sharedContext }: RunningBrowser,
  profile: OpenProfile | undefined,
  { extensionsFolder: source, isOn }: OpenDeps,
): Promise<SessionExtensions | undefined> {
  const call = sharedContext?.extensions;
  if (call === undefined || profile === undefined || source === undefined || !isOn('extensions')) return undefined;
  const extensions = new SessionExtensions({ source, place: profile.extensions, call });
  await extensions.restore();
  return extensions;
}

/** For the record: which browser it is, and what of it is not as it usually is. */
export async function openingFacts(
  running: RunningBrowser,
  profile: OpenProfile | undefined,
  { options, traits, log }: OpenDeps,
): Promise<RecordedEvent['facts']> {
  const isOpen = options.browser.disableWebSecurity && traits.ownProfile;
  if (isOpen) log?.('unsafe: a session starts without the same-origin policy (browser.disableWebSecurity)');
  return {
    ...(await browserFacts(running)),
    ...(profile === undefined ? {} : { profile: profile.isRestored ? 'restored' : 'new' }),
    ...(isOpen ? { webSecurity: false } : {}),
  };
}

async function browserFacts({ documentInterceptor }: RunningBrowser): Promise<RecordedEvent['facts']> {
  const about = await resultOrTooLate(
    USER_AGENT_MS,
    documentInterceptor.roundTrip().catch(() => undefined),
  );
  const userAgent = isFields(about) ? textOf(about, 'userAgent') : undefined;
  return userAgent === undefined ? {} : { userAgent: userAgent.slice(0, MAX_USER_AGENT) };
}

export function wayOut(admission: ProxyAdmission | undefined, egress: Egress | undefined): LaunchRequest {
  if (admission === undefined || egress === undefined) return {};
  const trust = egress.trust === undefined ? {} : { trust: egress.trust };
  if ('watch' in admission) return { proxy: admission.server, remote: admission, ...trust };
  const serveAsProxy: Egress['serveAsProxy'] = (connection) => {
    egress.serveAsProxy(connection);
  };
  return { proxy: admission.server, serveAsProxy, ...trust };
}
