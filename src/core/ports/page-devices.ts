import type { PageView } from './page.js';

export type DeviceKind = 'bluetooth' | 'usb' | 'hid';

/** A device that does not exist, as the agent describes it. Which fields count depends on its kind. */
export interface SyntheticDevice {
  readonly name: string;
  readonly id?: string | undefined;
  /** Bluetooth: UUIDs or assigned names of services. */
  readonly services?: readonly string[] | undefined;
  readonly vendorId?: number | undefined;
  readonly productId?: number | undefined;
  readonly manufacturer?: string | undefined;
  readonly serial?: string | undefined;
  /** USB: the class of the device. HID: the usage page and usage of its first collection. */
  readonly deviceClass?: number | undefined;
  readonly usagePage?: number | undefined;
  readonly usage?: number | undefined;
}

/** For the capability `device-emulation`. */
export interface PageDevices {
  /**
   * In place of those of this kind that were there; none clears them. `hasApi`: whether this Chromium has the interface
   * itself; undefined where the tab's page cannot show it.
   */
  setDevices(kind: DeviceKind, devices: readonly SyntheticDevice[]): Promise<{ readonly hasApi: boolean | undefined }>;
  /** What pages asked for, from this number on. */
  deviceRequests(since: number): Promise<PageView>;
}
