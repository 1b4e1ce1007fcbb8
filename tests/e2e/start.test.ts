import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { CAPABILITIES, capabilityNames, isCapabilityHere } from '../../src/core/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { encodeListing } from '../../src/transports/encode.js';
import { start } from '../fixtures/gatewright.js';
import type { Running, StartOptions } from '../fixtures/gatewright.js';

let gatewright: Running | undefined;
afterEach(async () => {
  await gatewright?.close();
  gatewright = undefined;
});

async function started(options: StartOptions = {}): Promise<Running> {
  gatewright = await start(options);
  return gatewright;
}

describe('the list of tools that the build made', () => {
  const here = capabilityNames().filter(isCapabilityHere);

  it.each([
    ['by default', [], (capability: string) => here.some((on) => on === capability && CAPABILITIES[on].default)],
    ['of every capability', ['--capabilities', here.join(',')], () => true],
    ['of one capability', ['--capabilities', 'navigation'], (capability: string) => capability === 'navigation'],
  ])('is what the tools say, byte for byte (%s)', async (_, args, isOn) => {
    const { client } = await started({ args });
    const { tools } = await client.listTools();
    const said = TOOLS.filter(({ capability, requires = [] }) => [capability, ...requires].every(isOn));
    expect(said.length).toBeGreaterThan(5);
    expect(JSON.stringify(tools)).toBe(
      JSON.stringify(said.map((tool) => encodeListing({ ...tool, outputSchema: undefined }))),
    );
  });
});

describe('what a browser needs', () => {
  const hook = fileURLToPath(new URL('../fixtures/tell-playwright.cjs', import.meta.url));
  const isLoaded = (server: Running) => server.stderr().includes('Playwright is loaded');

  it('is loaded once the tools are listed, before any call, and no sooner', async () => {
    const server = await started({ env: { NODE_OPTIONS: `--require ${hook}` } });
    await pause(500);
    expect(isLoaded(server)).toBe(false);
    await server.client.listTools();
    await expect.poll(() => isLoaded(server), { timeout: 2000 }).toBe(true);
  });
});
