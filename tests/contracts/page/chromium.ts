import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** The browser's own binary: the one that is named, a system's, or Playwright's. */
function executable(): string {
  const places = [
    process.env['GATEWRIGHT_EXECUTABLE_PATH'],
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    chromium.executablePath(),
  ];
  const found = places.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('these tests need a Chromium');
  return found;
}

export function launchChromium(...switches: readonly string[]): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: executable(), args: [...sandbox, ...switches] });
}
