import { Failure } from '../../core/index.js';
import type { EmulationWish, GeoPosition, NetworkSpeed } from '../../core/index.js';
import type { DevicePreset } from './device-list.js';

/** What is in force in a session; an absent key is the browser's own. */
export interface EmulatedSettings {
  readonly device?: DevicePreset | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly geolocation?: GeoPosition | undefined;
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly reducedMotion?: 'reduce' | 'no-preference' | undefined;
  readonly userAgent?: string | undefined;
  readonly touch?: 'on' | 'off' | undefined;
  readonly offline?: 'on' | 'off' | undefined;
  readonly network?: NetworkSpeed | undefined;
  readonly cpu?: number | undefined;
}

/** The settings after a wish, or why it cannot be granted. `base` is what `default` means. */
export function settingsAfter(
  before: EmulatedSettings,
  wish: EmulationWish,
  base: EmulatedSettings,
  findDevice: (name: string) => DevicePreset,
): EmulatedSettings {
  const { device, locale, timezone, userAgent, cpu, ...plain } = wish;
  return {
    ...before,
    ...(device === undefined ? {} : { device: isDefault(device) ? base.device : findDevice(device) }),
    ...(locale === undefined ? {} : { locale: isDefault(locale) ? base.locale : localeIn(locale) }),
    ...(timezone === undefined ? {} : { timezone: isDefault(timezone) ? base.timezone : timezoneIn(timezone) }),
    ...(userAgent === undefined ? {} : { userAgent: isDefault(userAgent) ? base.userAgent : userAgent }),
    ...(cpu === undefined ? {} : { cpu: cpu === 1 ? undefined : cpu }),
    ...plainAfter(plain),
  };
}

type Plain = Omit<EmulationWish, 'device' | 'locale' | 'timezone' | 'userAgent' | 'cpu'>;

function plainAfter(wish: Plain): EmulatedSettings {
  const { geolocation, colorScheme, reducedMotion, touch, offline, network } = wish;
  return {
    ...(geolocation === undefined ? {} : { geolocation: unlessDefault(geolocation) }),
    ...(colorScheme === undefined ? {} : { colorScheme: unlessDefault(colorScheme) }),
    ...(reducedMotion === undefined ? {} : { reducedMotion: unlessDefault(reducedMotion) }),
    ...(touch === undefined ? {} : { touch: unlessDefault(touch) }),
    ...(offline === undefined ? {} : { offline: unlessDefault(offline) }),
    ...(network === undefined ? {} : { network: unlessDefault(network) }),
  };
}

function unlessDefault<T>(value: T | 'default'): T | undefined {
  return value === 'default' ? undefined : value;
}

const isDefault = (text: string): boolean => text.trim().toLowerCase() === 'default';

function localeIn(text: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    if (locale !== undefined) return locale;
  } catch {
    // The refusal below says it.
  }
  throw new Failure('call.bad-arguments', 'locale: expected a language tag such as de-DE');
}

function timezoneIn(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    throw new Failure('call.bad-arguments', 'timezone: expected a name such as Europe/Berlin');
  }
}

/** The user agent that pages see; a device brings its own, and one that was asked for by itself goes first. */
export function userAgentOf({ device, userAgent }: EmulatedSettings, base: EmulatedSettings): string | undefined {
  if (userAgent !== undefined && userAgent !== base.userAgent) return userAgent;
  return device?.userAgent ?? userAgent;
}

export function hasTouch({ device, touch }: EmulatedSettings): boolean {
  return touch === undefined ? (device?.hasTouch ?? false) : touch === 'on';
}

/** In words, for the agent; the operator's own user agent is no emulation. */
export function describeSettings(settings: EmulatedSettings, base: EmulatedSettings): readonly string[] {
  const { device, locale, timezone, geolocation, colorScheme, reducedMotion, userAgent, offline, network, cpu } =
    settings;
  const lines: string[] = [];
  if (device !== undefined) {
    const { name, viewport, deviceScaleFactor, isMobile } = device;
    const kind = isMobile ? ', mobile' : '';
    lines.push(
      `device ${name} (${String(viewport.width)}x${String(viewport.height)}, scale ${String(deviceScaleFactor)}${kind})`,
    );
  }
  if (locale !== undefined) lines.push(`locale ${locale}`);
  if (timezone !== undefined) lines.push(`timezone ${timezone}`);
  if (geolocation !== undefined) {
    const { latitude, longitude, accuracy } = geolocation;
    lines.push(`geolocation ${String(latitude)},${String(longitude)} within ${String(accuracy)} m`);
  }
  if (colorScheme !== undefined) lines.push(`color_scheme ${colorScheme}`);
  if (reducedMotion !== undefined) lines.push(`reduced_motion ${reducedMotion}`);
  if (userAgent !== undefined && userAgent !== base.userAgent) lines.push(`user_agent ${userAgent}`);
  if (settings.touch !== undefined || device?.hasTouch === true)
    lines.push(`touch ${hasTouch(settings) ? 'on' : 'off'}`);
  if (offline === 'on') lines.push('offline');
  if (network !== undefined) lines.push(`network ${network}`);
  if (cpu !== undefined) lines.push(`cpu ${String(cpu)} times slower`);
  return lines;
}
