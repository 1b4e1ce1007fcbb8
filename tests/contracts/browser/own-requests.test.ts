import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { browserOptions } from '../../../src/browser/options.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork, SCOPE } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { eventually, localLauncher, openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';

const AUTOFILL = 'content-autofill.googleapis.com';
const FORM = html('<form><input name="name"><input name="street"><input name="zip"><button>Go</button></form>');

let app: App;
let site: Site;
let setup: Room;
let runFolder: string;

/** A Chromium whose autofill service is not switched off, as one of the next versions may come with another. */
async function openChatty(network: { allow?: string[]; observe?: boolean }): Promise<void> {
  site = await startSite({
    '/': FORM,
    '/page': html(`<p>x</p><script>fetch('https://${AUTOFILL}/page').catch(() => 0)</script>`),
  });
  const lists = network.allow === undefined ? {} : { allow: [site.origin] };
  app = await openNetwork({ ...network, ...lists, unsafeAllowPrivate: [site.host] });
  const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const launcher = localLauncher(
    {
      options: browserOptions.parse(executablePath === undefined ? {} : { executablePath }),
      runFolder,
      browsersFolders: [],
      noteElsewhere: () => undefined,
      environment: { PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'] },
      log: () => undefined,
    },
    { switches: (all) => all.map((one) => one.replace('AutofillServerCommunication,', '')) },
  );
  setup = openRoom({ launcher, egress: app.egress });
}

beforeEach(() => {
  runFolder = mkdtempSync(path.join(tmpdir(), 'gw-own-'));
});
afterEach(async () => {
  await setup.close();
  await app.close();
  await site.close();
  rmSync(runFolder, { recursive: true, force: true });
});

it.each([{}, { allow: [] }, { allow: [], observe: true }])(
  "the browser's own request is refused, counted apart and no page's: %j",
  async (network) => {
    await openChatty(network);
    await setup.navigate(site.url());
    await eventually('its own request', () => app.egress.counts(SCOPE).browserOwn !== undefined);
    const counts = app.egress.counts(SCOPE);
    expect(counts).toMatchObject({ refused: 0, refusals: [] });
    expect(app.dns.names()).toEqual([]);
    const { principal, session } = SCOPE;
    expect(app.notes).toEqual([
      {
        event: 'network.browser-refused',
        scope: expect.objectContaining({ principal, session }) as unknown,
        facts: { origin: `https://${AUTOFILL}` },
      },
    ]);
  },
);

it('what a page asks for at the same host is judged as its own', async () => {
  await openChatty({});
  await setup.navigate(site.url('/page'));
  await eventually('the lookup', () => app.dns.asked(AUTOFILL) > 0);
  expect(app.egress.counts(SCOPE).browserOwn).toBe(undefined);
});
