import type { NetworkSpeed } from '../../core/index.js';
import type { TargetType } from '../cdp/target-setup.js';
import type { Fields } from '../cdp/message-fields.js';
import type { PageSize } from './device-list.js';
import { hasTouch, userAgentOf } from './emulated-settings.js';
import type { EmulatedSettings } from './emulated-settings.js';

export type EmulationCommand = readonly [method: string, params: Fields];

const KBIT = 1000 / 8;
/** As DevTools has them: milliseconds, bytes in a second. */
const SPEEDS: Readonly<Record<NetworkSpeed, { latency: number; down: number; up: number }>> = {
  'slow-3g': { latency: 2000, down: 400 * KBIT, up: 400 * KBIT },
  'slow-4g': { latency: 562, down: 1440 * KBIT, up: 675 * KBIT },
  'fast-4g': { latency: 165, down: 8100 * KBIT, up: 1350 * KBIT },
};

const NOBODY_LIMITS = { latency: 0, down: -1, up: -1 };
const WORKERS: ReadonlySet<TargetType> = new Set(['worker', 'shared_worker', 'service_worker']);

/** What differs between two states, as commands for a target of this type; from nothing, all that is in force. */
export function commandsBetween(
  type: TargetType,
  before: EmulatedSettings,
  after: EmulatedSettings,
  base: EmulatedSettings,
): readonly EmulationCommand[] {
  const commands: EmulationCommand[] = [];
  const isWorker = WORKERS.has(type);
  const agent = userAgentCommand(after, base);
  if (!isSame(userAgentCommand(before, base), agent)) {
    commands.push(agent);
    if (type === 'shared_worker') commands.push(...inSharedWorker(userAgentOf(after, base)));
  }
  if (!isSame(networkParams(before), networkParams(after)))
    commands.push(['Network.emulateNetworkConditions', networkParams(after)]);
  if (isWorker) return commands;
  // An override that is in force has to be taken back before another one is taken.
  commands.push(...changed('Emulation.setLocaleOverride', 'locale', before.locale, after.locale));
  commands.push(...changed('Emulation.setTimezoneOverride', 'timezoneId', before.timezone, after.timezone, ''));
  if (!isSame(before.geolocation, after.geolocation))
    commands.push(['Emulation.setGeolocationOverride', { ...after.geolocation }]);
  if (hasTouch(before) !== hasTouch(after))
    commands.push(['Emulation.setTouchEmulationEnabled', { enabled: hasTouch(after), maxTouchPoints: 5 }]);
  if (type === 'page' && before.cpu !== after.cpu)
    commands.push(['Emulation.setCPUThrottlingRate', { rate: after.cpu ?? 1 }]);
  return commands;
}

function changed(
  method: string,
  key: string,
  before: string | undefined,
  after: string | undefined,
  none?: string,
): EmulationCommand[] {
  if (before === after) return [];
  const off: EmulationCommand = [method, none === undefined ? {} : { [key]: none }];
  return [
    ...(before === undefined ? [] : [off]),
    ...(after === undefined ? [] : [[method, { [key]: after }] as const]),
  ];
}

function userAgentCommand(settings: EmulatedSettings, base: EmulatedSettings): EmulationCommand {
  const agent = userAgentOf(settings, base);
  const { locale, device } = settings;
  const hints = agent === undefined ? {} : { userAgentMetadata: hintsFor(agent, device?.isMobile) };
  return [
    'Emulation.setUserAgentOverride',
    { userAgent: agent ?? '', ...(locale === undefined ? {} : { acceptLanguage: locale }), ...hints },
  ];
}

/**
 * For a shared worker Chromium changes only what it sends, not what its `navigator` says. One that runs when the setting
 * is taken back keeps it until its end.
 */
function inSharedWorker(agent: string | undefined): EmulationCommand[] {
  if (agent === undefined) return [];
  const values = { userAgent: agent, appVersion: agent.replace(/^Mozilla\//u, '') };
  const expression = `for (const [key, value] of Object.entries(${JSON.stringify(values)})) {
    const was = Object.getOwnPropertyDescriptor(WorkerNavigator.prototype, key);
    if (was) Object.defineProperty(WorkerNavigator.prototype, key, { ...was, get: new Proxy(was.get, { apply: () => value }) });
  }`;
  return [['Runtime.evaluate', { expression }]];
}

function networkParams({ offline, network }: EmulatedSettings): Fields {
  const { latency, down, up } = network === undefined ? NOBODY_LIMITS : SPEEDS[network];
  return { offline: offline === 'on', latency, downloadThroughput: down, uploadThroughput: up };
}

/** Client hints that say the same as the user agent; what is left out stays the browser's own. */
function hintsFor(agent: string, isMobile = /\bMobile\b/u.test(agent)): Fields {
  const version = (pattern: RegExp): string => (pattern.exec(agent)?.[1] ?? '').replaceAll('_', '.');
  const plain = { mobile: isMobile, model: '' };
  if (agent.includes('Android'))
    return { ...plain, platform: 'Android', platformVersion: version(/Android ([\d.]+)/u), architecture: 'arm' };
  if (/iPhone|iPad/u.test(agent))
    return { ...plain, platform: 'iOS', platformVersion: version(/OS ([\d_]+)/u), architecture: 'arm' };
  if (agent.includes('Macintosh'))
    return { ...plain, platform: 'macOS', platformVersion: version(/Mac OS X ([\d_]+)/u), architecture: 'x86' };
  const platform = agent.includes('Windows') ? 'Windows' : 'Linux';
  return { ...plain, platform, platformVersion: version(/Windows NT ([\d.]+)/u), architecture: 'x86' };
}

/** The size of a page as Playwright asks for it, on the screen of the device. */
export function metricsWith(params: Fields, { device }: EmulatedSettings, size?: PageSize): Fields {
  const sized = { ...params, ...size };
  if (device === undefined) return sized;
  const { screen, deviceScaleFactor, isMobile } = device;
  const isWide = screen.width > screen.height;
  const orientation = isWide ? { angle: 90, type: 'landscapePrimary' } : { angle: 0, type: 'portraitPrimary' };
  return {
    ...sized,
    ...{ mobile: isMobile, deviceScaleFactor, screenWidth: screen.width, screenHeight: screen.height },
    ...(isMobile ? { screenOrientation: orientation } : {}),
  };
}

/** The media features that Playwright asks for, with those that are in force here. */
export function mediaWith(params: Fields, { colorScheme, reducedMotion }: EmulatedSettings): Fields {
  const asked: readonly unknown[] = Array.isArray(params['features']) ? params['features'] : [];
  const own = [
    ...(colorScheme === undefined ? [] : [{ name: 'prefers-color-scheme', value: colorScheme }]),
    ...(reducedMotion === undefined ? [] : [{ name: 'prefers-reduced-motion', value: reducedMotion }]),
  ];
  const names = new Set(own.map(({ name }) => name));
  const rest = asked.filter((feature) => !isNamed(feature, names));
  return { ...params, features: [...rest, ...own] };
}

function isNamed(feature: unknown, names: ReadonlySet<string>): boolean {
  return typeof feature === 'object' && feature !== null && 'name' in feature && names.has(String(feature.name));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
