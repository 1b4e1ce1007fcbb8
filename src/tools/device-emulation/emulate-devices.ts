import { z } from 'zod';
import type { DeviceKind, Output, PageDevices, SyntheticDevice } from '../../core/index.js';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';

const MAX_DEVICES = 20;
const APIS: Readonly<Record<DeviceKind, string>> = { bluetooth: 'Web Bluetooth', usb: 'WebUSB', hid: 'WebHID' };

const text = () => z.string().min(1).max(120);
const number16 = () => z.int().min(0).max(0xffff).optional();
const shared = {
  capability: 'device-emulation',
  effect: 'act',
  risk: 'low',
  annotations: SETS,
  needs: ['page'],
} as const;

export const emulateBluetooth = defineTool({
  ...shared,
  name: 'emulate_bluetooth',
  title: 'Emulate Bluetooth devices',
  description: 'The Web Bluetooth devices that pages of this session find; none exists. An empty list clears.',
  input: () => {
    const services = z
      .array(z.string().max(60))
      .max(20)
      .optional()
      .describe('UUIDs or names, as the page asks for them');
    const device = z.strictObject({ name: text(), id: text().optional(), services });
    return z.strictObject({ devices: z.array(device).max(MAX_DEVICES), ...sessionAndTabFields });
  },
  targets: devicesText,
  run: ({ page }, { devices }) => put(page, 'bluetooth', devices),
});

export const emulateUsb = defineTool({
  ...shared,
  name: 'emulate_usb',
  title: 'Emulate USB devices',
  description: 'The WebUSB devices that pages of this session find; none exists. An empty list clears.',
  input: () => {
    const ids = { vendorId: number16(), productId: number16(), deviceClass: z.int().min(0).max(255).optional() };
    const device = z.strictObject({ name: text(), ...ids, manufacturer: text().optional(), serial: text().optional() });
    return z.strictObject({ devices: z.array(device).max(MAX_DEVICES), ...sessionAndTabFields });
  },
  targets: devicesText,
  run: ({ page }, { devices }) => put(page, 'usb', devices),
});

export const emulateHid = defineTool({
  ...shared,
  name: 'emulate_hid',
  title: 'Emulate HID devices',
  description: 'The WebHID devices that pages of this session find; none exists. An empty list clears.',
  input: () => {
    const ids = { vendorId: number16(), productId: number16(), usagePage: number16(), usage: number16() };
    return z.strictObject({
      devices: z.array(z.strictObject({ name: text(), ...ids })).max(MAX_DEVICES),
      ...sessionAndTabFields,
    });
  },
  targets: devicesText,
  run: ({ page }, { devices }) => put(page, 'hid', devices),
});

/** Every origin of the session can ask for them, so what they are called is judged as if it were sent there. */
function devicesText({ devices }: { readonly devices: readonly SyntheticDevice[] }) {
  return { session: { kind: 'session', text: JSON.stringify(devices) } } as const;
}

async function put(page: PageDevices, kind: DeviceKind, devices: readonly SyntheticDevice[]): Promise<Output> {
  const { hasApi } = await page.setDevices(kind, devices);
  if (devices.length === 0) return said(`ok: no ${APIS[kind]} device is emulated`);
  const names = devices.map(({ name }) => JSON.stringify(name)).join(', ');
  const found = `ok: emulated ${APIS[kind]} devices: ${names}. They are found by requestDevice; no data can be exchanged with them.`;
  return said(kind === 'bluetooth' ? `${found}${apiNote(hasApi)}` : found);
}

/** Chromium on Linux has no Web Bluetooth: the interface itself is ours then. */
function apiNote(hasApi: boolean | undefined): string {
  if (hasApi === true) return '';
  return hasApi === false
    ? ' navigator.bluetooth itself is emulated: this Chromium has none.'
    : ' Where this Chromium has no navigator.bluetooth, that is emulated too.';
}
