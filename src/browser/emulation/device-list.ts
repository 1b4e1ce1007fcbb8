import { Failure, nearestWord } from '../../core/index.js';

/** One of Playwright's own list, as far as it is needed here. */
export interface DevicePreset {
  readonly name: string;
  readonly userAgent: string;
  readonly viewport: PageSize;
  readonly screen: PageSize;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export type DeviceList = Readonly<
  Record<string, Omit<DevicePreset, 'name' | 'screen'> & { readonly screen?: PageSize }>
>;

const EXAMPLES = 'iPhone 15, iPhone SE, Pixel 7, Galaxy S24, iPad Pro 11, Galaxy Tab S9';

export function findDevice(list: DeviceList, asked: string): DevicePreset {
  const name = Object.keys(list).find((known) => known.toLowerCase() === asked.trim().toLowerCase());
  const found = name === undefined ? undefined : list[name];
  if (name === undefined || found === undefined) {
    const near = nearestWord(asked, Object.keys(list));
    const hint = near === undefined ? `there are ${EXAMPLES} and others of Playwright's list` : `did you mean ${near}?`;
    throw new Failure('call.bad-arguments', `device: no such device; ${hint}`);
  }
  const { userAgent, viewport, screen = viewport, deviceScaleFactor, isMobile, hasTouch } = found;
  return { name, userAgent, viewport, screen, deviceScaleFactor, isMobile, hasTouch };
}
