import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FEATURES_OFF, FEATURES_ON, switchesFor } from '../../../src/browser/providers/local/switches.js';

/** What Playwright starts a Chromium with, and we leave out, each for its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '--android-webview': 'another system',
  '--disable-edgeupdater': 'Edge only',
  '--disable-ipc-flooding-protection': 'a page that navigates itself in a loop is slowed down, for the others’ sake',
  '--disable-updater-scheduler': 'Edge only',
  '--edge-skip-compat-layer-relaunch': 'Edge only',
  '--unsafely-disable-devtools-self-xss-warnings': 'nobody types into its developer tools',
  msForceBrowserSignIn: 'Edge only',
  msEdgeUpdateLaunchServicesPreferredVersion: 'Edge only',
  ThirdPartyStoragePartitioning: 'sites stay apart in frames, as they do for people',
};

/** We start the browser ourselves: when Playwright is upgraded, what it learnt about switches must not pass us by. */
it('every switch of Playwright’s is ours too, or left out for a reason', () => {
  const core = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const bundle = readFileSync(path.join(core, 'lib', 'coreBundle.js'), 'utf8');
  const start = bundle.indexOf('"AvoidUnnecessaryBeforeUnloadCheckSync"');
  expect(start).toBeGreaterThan(-1);
  const theirs = [...bundle.slice(start, start + 6000).matchAll(/^\s+(?:options\?\.\w+ \? "" : )?"([^"]+)"/gmu)]
    .map(([, text = '']) => text.replace(/=.*/su, ''))
    .filter((text) => /^(?:--[a-z-]+|[A-Za-z]{8,})$/u.test(text));
  // The first and the last of their two lists.
  expect(theirs).toEqual(expect.arrayContaining(['PaintHolding', '--disable-hang-monitor', '--do-not-de-elevate']));
  const options = { headless: true, sandbox: true, profile: '/p', disableWebSecurity: false };
  const ours = new Set<string>([
    ...FEATURES_OFF,
    ...FEATURES_ON,
    ...switchesFor(options).map((text) => text.replace(/=.*/su, '')),
  ]);
  const missing = theirs.filter((name) => !ours.has(name) && !Object.hasOwn(LEFT_OUT, name));
  expect(missing).toEqual([]);
});
