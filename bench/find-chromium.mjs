import { existsSync } from 'node:fs';

// The browser's own binary comes before a distribution's wrapper, which adds switches and extensions.
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * One browser for all, so that only the servers differ.
 *
 * @param {string | undefined} asked
 */
export function findChromium(asked) {
  const named = asked ?? process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  if (named !== undefined && !existsSync(named)) throw new Error(`There is no browser at ${named}.`);
  const found = named ?? PLACES.find((place) => existsSync(place));
  if (found === undefined) throw new Error('No Chromium found: name one with --executable-path.');
  return found;
}
