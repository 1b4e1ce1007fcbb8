import { expect, expectTypeOf, it } from 'vitest';
import { PROVIDER_NAMES } from '../browser/providers/provider-declaration.js';
import type { ProviderName } from '../browser/providers/provider-declaration.js';
import type { GatewrightOptions } from './types.js';

// The types of the package stand alone, so the names are written twice; the type checker compares them here.
it('a program may choose every provider that the configuration knows', () => {
  expectTypeOf<NonNullable<GatewrightOptions['provider']>>().toEqualTypeOf<ProviderName>();
  const chosen: readonly NonNullable<GatewrightOptions['provider']>[] = PROVIDER_NAMES;
  expect(chosen).toContain('relay');
});
