import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROUNDS = 300;
const ROUND_MS = 5;

/** Opens every profile at its own moment and says which it got; `stay` holds them until stdin ends. */
const PROGRAM = `
import { ProfileStore } from ${JSON.stringify(resolve('src/browser/profile-store.ts'))};
const [root, rounds, from, every] = process.argv.slice(2);
const store = new ProfileStore(root);
const got = [];
for (let round = 0; round < Number(rounds); round += 1) {
  while (Date.now() < Number(from) + round * Number(every));
  try {
    store.open({ principal: 'local', session: 'p' + round }, false);
    got.push(round);
  } catch (error) {
    if (error.code !== 'session.profile-in-use') got.push(String(error));
  }
}
process.stdout.write(JSON.stringify(got) + '\\n');
process.stdin.resume();
`;

const folder = mkdtempSync(join(tmpdir(), 'gw-test-'));
const program = join(folder, 'open-profiles.mjs');

beforeAll(async () => {
  writeFileSync(join(folder, 'entry.ts'), PROGRAM);
  await build({
    ...{ entryPoints: [join(folder, 'entry.ts')], outfile: program, bundle: true, platform: 'node', format: 'esm' },
    nodePaths: [resolve('node_modules')],
    logLevel: 'silent',
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A process that holds what it got until `end`, which gives it no chance to tidy up. */
async function opener(root: string, from: number, every: number) {
  const child = spawn(process.execPath, [program, root, String(ROUNDS), String(from), String(every)]);
  const closed = once(child, 'close');
  let said = '';
  for await (const piece of child.stdout) {
    said += String(piece);
    if (said.endsWith('\n')) break;
  }
  const got: unknown[] = [JSON.parse(said)].flat();
  return {
    got,
    end: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

it('of two servers that find the profiles of a dead one, each profile goes to one', async () => {
  const root = join(folder, 'profiles');
  const dead = await opener(root, 0, 0);
  expect(dead.got).toHaveLength(ROUNDS);
  await dead.end();
  const from = Date.now() + 1500;
  const both = await Promise.all([opener(root, from, ROUND_MS), opener(root, from, ROUND_MS)]);
  await Promise.all(both.map(({ end }) => end()));
  const all = both.flatMap(({ got }) => got);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(ROUNDS);
});
