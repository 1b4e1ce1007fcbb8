import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/index.js';
import { findDevice } from './device-list.js';
import { describeSettings, settingsAfter, userAgentOf } from './emulated-settings.js';
import { commandsBetween, mediaWith, metricsWith } from './emulation-commands.js';

const PHONE = {
  name: 'Phone',
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Phone) Mobile',
  viewport: { width: 400, height: 800 },
  screen: { width: 400, height: 900 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const find = () => PHONE;
const methods = (commands: readonly (readonly [string, unknown])[]): string[] => commands.map(([method]) => method);

describe('the settings of an emulation', () => {
  it('keeps what is not named, and takes back what is "default"', () => {
    const first = settingsAfter({}, { locale: 'de_de', touch: 'on', cpu: 4 }, {}, find);
    expect(first).toEqual({ locale: 'de-DE', touch: 'on', cpu: 4 });
    const second = settingsAfter(first, { locale: 'default', cpu: 1, network: 'slow-3g' }, {}, find);
    expect(describeSettings(second, {})).toEqual(['touch on', 'network slow-3g']);
  });

  it('goes back to the operator’s user agent, which is no emulation; a device goes before it', () => {
    const base = { userAgent: 'Operator/1' };
    const phone = settingsAfter(base, { device: 'phone' }, base, find);
    expect(userAgentOf(phone, base)).toBe(PHONE.userAgent);
    const own = settingsAfter(phone, { userAgent: 'Own/2' }, base, find);
    expect(userAgentOf(own, base)).toBe('Own/2');
    const back = settingsAfter(own, { userAgent: 'default', device: 'default' }, base, find);
    expect(userAgentOf(back, base)).toBe('Operator/1');
    expect(describeSettings(back, base)).toEqual([]);
  });

  it('finds a device whatever its case, and names the nearest', () => {
    const listed = { ...PHONE };
    expect(findDevice({ 'Big Phone': listed }, ' big phone ').name).toBe('Big Phone');
    expect(() => findDevice({ 'Big Phone': listed }, 'Big Phoen')).toThrow(Failure);
    expect(() => findDevice({}, 'constructor')).toThrow(Failure);
  });
});

describe('the commands of an emulation', () => {
  it('sends nothing for nothing, and takes an override back before it gives another', () => {
    expect(commandsBetween('page', {}, {}, {})).toEqual([]);
    const commands = commandsBetween('page', { timezone: 'Asia/Tokyo' }, { timezone: 'Europe/Berlin' }, {});
    expect(commands.map(([, params]) => params)).toEqual([{ timezoneId: '' }, { timezoneId: 'Europe/Berlin' }]);
  });

  it('gives a worker only what a worker has', () => {
    const all = { userAgent: 'A/1', locale: 'de-DE', touch: 'on', cpu: 2, offline: 'on' } as const;
    expect(methods(commandsBetween('worker', {}, all, {}))).toEqual([
      'Emulation.setUserAgentOverride',
      'Network.emulateNetworkConditions',
    ]);
    expect(methods(commandsBetween('page', {}, all, {}))).toContain('Emulation.setCPUThrottlingRate');
    expect(methods(commandsBetween('iframe', {}, all, {}))).not.toContain('Emulation.setCPUThrottlingRate');
  });

  it('keeps what Playwright asks for beside its own', () => {
    const asked = { width: 500, height: 600, deviceScaleFactor: 1, mobile: false, dontSetVisibleSize: true };
    expect(metricsWith(asked, {})).toEqual(asked);
    expect(metricsWith(asked, { device: PHONE })).toMatchObject({ width: 500, deviceScaleFactor: 2, mobile: true });
    const media = {
      media: 'print',
      features: [
        { name: 'prefers-color-scheme', value: 'light' },
        { name: 'forced-colors', value: '' },
      ],
    };
    expect(mediaWith(media, { colorScheme: 'dark' })).toEqual({
      media: 'print',
      features: [
        { name: 'forced-colors', value: '' },
        { name: 'prefers-color-scheme', value: 'dark' },
      ],
    });
  });
});
