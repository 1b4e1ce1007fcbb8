import { expect, expectTypeOf, it } from 'vitest';
import { PROVIDER_NAMES } from '../browser/providers/provider-declaration.js';
import type { ProviderName } from '../browser/providers/provider-declaration.js';
import type { BrowserProvider } from './provider/index.js';
import type { GatewrightOptions } from './types.js';

// The types of the package stand alone, so the names are written twice; the type checker compares them here.
it('a program may choose every provider that the configuration knows', () => {
  expectTypeOf<NonNullable<GatewrightOptions['provider']>>().toEqualTypeOf<ProviderName>();
  const chosen: readonly NonNullable<GatewrightOptions['provider']>[] = PROVIDER_NAMES;
  expect(chosen).toContain('relay');
});

/** As a host declares it for its own providers, whose snapshots it may change. */
interface HostsProvider {
  launch(config: { headless?: boolean; viewport?: { width?: number; height?: number } }): Promise<{ id: string }>;
  navigate(session: string, url: string): Promise<void>;
  snapshot(session: string): Promise<HostsSnapshot>;
  click(session: string, ref: number): Promise<void>;
  type(session: string, ref: number, text: string): Promise<void>;
  screenshot(session: string): Promise<Buffer>;
  close(session: string): Promise<void>;
}
interface HostsSnapshot {
  title: string;
  url: string;
  text: string;
  refs: { ref: number; tag: string; text: string }[];
}

it('the provider is one of a host that has the seven commands in its own types', () => {
  expectTypeOf<BrowserProvider>().toExtend<HostsProvider>();
});
