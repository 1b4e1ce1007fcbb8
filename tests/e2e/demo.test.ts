import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../fixtures/gatewright.js';

interface Played {
  readonly id: string;
  readonly harm?: string;
  readonly did: readonly string[];
  readonly record: readonly string[];
}

let workspace: string;
let played: { readonly with: readonly Played[]; readonly without: readonly Played[] };
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-demo-test-'));
  const { status, stdout, stderr } = runCommand(workspace, ['demo', '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  played = JSON.parse(stdout) as typeof played;
}, 120_000);
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
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
