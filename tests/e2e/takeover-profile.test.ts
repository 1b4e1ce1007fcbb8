import { afterAll, beforeAll, expect, it } from 'vitest';
import { attend, openSessionPage, pressOn, traces } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PASSWORD = 'c0rrect-horse-battery';
const at = (top: number): string => `position:absolute;left:20px;width:400px;height:40px;top:${String(top)}px`;

let site: Site;
let attended: Attended;

beforeAll(async () => {
  site = await startSite({
    '/': (asked, response) => {
      const isSignedIn = asked.headers.cookie?.includes('sid=of-a-person') === true;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          html(
            isSignedIn
              ? '<h1>Welcome back</h1>'
              : `<h1>Sign in</h1><form method="post" action="/signin"><input type="password" name="password" aria-label="Password" style="${at(80)}"></form>`,
          ),
        );
    },
    // Neither script nor disk of a usual profile keeps it: no expiry, and out of the page's reach.
    '/signin': (_, response) =>
      response.writeHead(303, { location: '/', 'set-cookie': 'sid=of-a-person; HttpOnly; SameSite=Lax' }).end(),
  });
  attended = await attend({
    browser: { profile: 'persistent' },
    network: { unsafeAllowPrivate: [site.host] },
  });
});

afterAll(async () => {
  await attended.close();
  await site.close();
});

it('a sign-in that a person makes by takeover is there after a restart, and the first navigation says so', async () => {
  const { gatewright, workspace, page } = attended;
  const first = await gatewright.call('browser_navigate', { url: site.url() });
  expect(first.text).toContain('Sign in');
  expect(first.text).not.toContain('restored profile');

  await openSessionPage(attended);
  await page.getByRole('button', { name: 'Take over' }).click();
  const picture = page.getByRole('application', { name: 'The page that you drive' }).getByRole('img');
  await picture.waitFor();
  await pressOn(picture, 100, 100);
  await page.getByLabel('Type into the page').fill(PASSWORD);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect.poll(() => site.seen.some(({ path }) => path === '/signin'), { timeout: 15_000 }).toBe(true);
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('Given back: the agent goes on.').waitFor();
  await expect
    .poll(async () => (await gatewright.call('browser_snapshot')).text, { timeout: 15_000 })
    .toContain('Welcome back');
  await gatewright.close();

  const again = await start({ workspace });
  try {
    const restored = await again.call('browser_navigate', { url: site.url() });
    expect(restored.text).toContain('Welcome back');
    expect(restored.text).toContain('restored profile');
    expect((await again.call('browser_navigate', { url: site.url() })).text).not.toContain('restored profile');
    // Another session of the same caller has a profile of its own.
    const other = await again.call('browser_navigate', { url: site.url(), session: 'other' });
    expect(other.text).toContain('Sign in');
    expect(`${traces(attended)}\n${JSON.stringify(again.record())}`).not.toContain(PASSWORD);
  } finally {
    await again.close();
  }
});
