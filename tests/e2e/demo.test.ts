import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { wrongsInAllLooks } from '../fixtures/accessible.js';
import { startCommand } from '../fixtures/console.js';
import { runCommand } from '../fixtures/gatewright.js';

interface Played {
  readonly id: string;
  readonly harm?: string;
  readonly did: readonly string[];
  readonly record: readonly string[];
}

/** What a person who only looks is asked to wait at most, for both runs. */
const MAX_SECONDS = 60;

let workspace: string;
let seconds: number;
let played: { readonly with: readonly Played[]; readonly without: readonly Played[] };
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-demo-test-'));
  // The demo uses none, so that a broken one is no hindrance.
  writeFileSync(join(workspace, 'gatewright.yaml'), 'browser: [broken', { mode: 0o600 });
  const began = performance.now();
  const { status, stdout, stderr } = runCommand(workspace, ['demo', '--json']);
  seconds = (performance.now() - began) / 1000;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  played = JSON.parse(stdout) as typeof played;
}, 120_000);
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
});

it('is over within a minute, start of the browsers included', () => {
  expect(seconds).toBeLessThan(MAX_SECONDS);
});

it('does every harm without Gatewright, so that none of it is for show', () => {
  expect(played.without.map(({ id, harm }) => [id, harm !== undefined])).toEqual(
    ['hidden', 'image', 'redirect', 'continue', 'password', 'download'].map((id) => [id, true]),
  );
});

it('does none with Gatewright, and says what stopped it, with the line of the record', () => {
  expect(played.with.filter(({ harm }) => harm !== undefined)).toEqual([]);
  const did = Object.fromEntries(played.with.map((trick) => [trick.id, trick]));
  expect(did['hidden']?.did).toEqual(['The model does not get to read it: no person can see it.']);
  expect(did['image']?.record.join()).toContain('network.refused');
  expect(did['redirect']?.record.join()).toContain('policy.origin-not-allowed');
  expect(did['continue']?.did[0]).toContain('A person was asked first');
  expect(did['password']?.did.join()).toMatch(/reads <PASSWORD_SHOP_[A-Z0-9_]+>/u);
  expect(did['download']?.did).toEqual(['The file was not kept.']);
  for (const { record } of played.with) expect(record[0]).toMatch(/^\d+ \S/u);
});

it('leaves the workspace of the user as it was', () => {
  expect(readdirSync(join(workspace, 'audit'))).toEqual([]);
});

it('shows both sides on a page of the console, which fits a phone', { timeout: 180_000 }, async () => {
  const { server, link } = await startCommand(workspace, ['demo', '--console', '--json'], 'link');
  const person = await launchChromium();
  try {
    const page = await person.newPage({ viewport: { width: 360, height: 780 } });
    await page.goto(link);
    await page.getByRole('heading', { name: 'The demo' }).waitFor();
    const cards = page.locator('.sides');
    expect(await cards.count()).toBe(6);
    for (const card of await cards.all()) {
      expect(await card.getByText('Stopped').count()).toBe(1);
      expect(await card.locator('.level-fail').count()).toBe(1);
      expect(await card.locator('.hint').first().innerText()).toMatch(/^record: \d+ \S/u);
    }
    expect(await wrongsInAllLooks(page, 'demo')).toEqual([]);
    const [left, right] = await cards.first().locator('> div').all();
    await page.setViewportSize({ width: 1440, height: 900 });
    const [a, b] = [await left?.boundingBox(), await right?.boundingBox()];
    expect(a && b && a.x + a.width <= b.x && a.y === b.y).toBe(true);
    await page.getByRole('link', { name: 'The whole record of the demo' }).click();
    await page.locator('.entry').first().waitFor();
  } finally {
    await person.close();
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    expect(await gone).toBe(0);
  }
});
