import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import { browserOptions } from '../../../src/browser/options.js';
import type { TestOverrides } from '../../../src/browser/providers/provider.js';
import { localLauncher } from './browser-setup.js';

describe('a browser for page-tools', () => {
  let runFolder: string;
  const folders: string[] = [];
  beforeEach(() => {
    runFolder = mkdtempSync(path.join(tmpdir(), 'gw-webmcp-'));
  });
  afterEach(() => {
    for (const folder of [runFolder, ...folders.splice(0)]) rmSync(folder, { recursive: true, force: true });
  });

  /** What became of its start, with these switches. */
  const started = async (pageTools: boolean, overrides: TestOverrides): Promise<string> => {
    const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
    const parsed = browserOptions.parse({ jail: 'off', ...(executablePath === undefined ? {} : { executablePath }) });
    const noteElsewhere = (folder: string): number => folders.push(folder);
    const place = { runFolder, browsersFolders: [], environment: process.env, noteElsewhere };
    const launcher = localLauncher({ options: { ...parsed, pageTools }, ...place, log: () => undefined }, overrides);
    try {
      const running = await launcher.launch({});
      await running.kill();
      return 'up';
    } catch (error) {
      return error instanceof Failure ? `${error.code}: ${error.hint ?? ''}` : String(error);
    }
  };
  /** As a Chromium to which the switch says nothing. */
  const older: TestOverrides = { switches: (all) => all.map((one) => one.replace('WebMCP', 'NoSuchFeature')) };

  it('that has no WebMCP is not used, and says why', async () => {
    expect(await started(true, older)).toMatch(/^browser\.unsupported: .*page-tools is on.*no WebMCP/u);
  });

  it('that has it is used, and without the capability nobody asks', async () => {
    expect(await started(true, {})).toBe('up');
    expect(await started(false, older)).toBe('up');
  });
});
