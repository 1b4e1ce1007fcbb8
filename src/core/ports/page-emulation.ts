/** How a browser may be slowed down; the figures are those of DevTools. */
export type NetworkSpeed = 'slow-3g' | 'slow-4g' | 'fast-4g';

export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
  /** In metres. */
  readonly accuracy: number;
}

/** What pages of a session are told about the device, its place and its network. `default` takes one back. */
export interface EmulationWish {
  /** A name of Playwright's device list. */
  readonly device?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly geolocation?: GeoPosition | 'default' | undefined;
  readonly colorScheme?: 'light' | 'dark' | 'default' | undefined;
  readonly reducedMotion?: 'reduce' | 'no-preference' | 'default' | undefined;
  readonly userAgent?: string | undefined;
  readonly touch?: 'on' | 'off' | 'default' | undefined;
  readonly offline?: 'on' | 'off' | 'default' | undefined;
  readonly network?: NetworkSpeed | 'default' | undefined;
  /** How many times slower; 1 is as fast as it is. */
  readonly cpu?: number | undefined;
}

/** For the capability `emulation`. */
export interface PageEmulation {
  /** For every page, frame and worker of the session, now and later. Returns what is in force, in words. */
  emulate(wish: EmulationWish): Promise<readonly string[]>;
}
