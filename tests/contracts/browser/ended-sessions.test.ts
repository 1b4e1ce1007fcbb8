import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { openRoom, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

let site: Site;
let app: App;
let setup: Room;
/** What each session has of its own. */
const opened: WeakRef<object>[] = [];

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1><button>More</button>') });
  app = await openNetwork({ unsafeAllowPrivate: [site.host] });
  const pageSecrets = () => {
    const secrets = { mask: () => undefined, learn: () => undefined };
    opened.push(new WeakRef(secrets));
    return secrets;
  };
  setup = openRoom({ egress: app.egress, pageSecrets });
});

afterAll(async () => {
  await setup.close();
  await app.close();
  await site.close();
});

async function useAndClose(session: string): Promise<void> {
  await setup.navigate(site.url(), session);
  await setup.run({ ...READING, session }, ({ page }) => page.snapshot({}));
  const call = { tool: 'browser_close', effect: 'leave', session, targets: [{ kind: 'session' }] } as const;
  await setup.run(call, ({ page }) => page.endSession());
}

it('of sessions that are over the server keeps nothing, though their browser lives on', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (const session of ['one', 'two', 'three', 'four']) await useAndClose(session);
  await setup.navigate(site.url(), 'last');
  expect(opened).toHaveLength(5);
  await expect
    .poll(
      () => {
        collect();
        // The fourth may still be in a cache of one, the last is open.
        return opened.map((secrets) => secrets.deref() !== undefined).filter((_, at) => at !== 3);
      },
      { timeout: 10_000 },
    )
    .toEqual([false, false, false, true]);
  expect(setup.started()).toBe(1);
});
