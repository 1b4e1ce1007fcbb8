import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBeneath } from '../../../src/browser/files/open-beneath.js';

const base = mkdtempSync(join(tmpdir(), 'gw-beneath-'));
const root = join(base, 'files');

beforeAll(() => {
  for (const folder of ['files/real', 'elsewhere']) mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, 'elsewhere', 'x.txt'), 'OUTSIDE');
  writeFileSync(join(root, 'real', 'x.txt'), 'inside');
  writeFileSync(join(root, 'y.txt'), 'inside');
  symlinkSync('real', join(root, 'swapped'));
  symlinkSync('y.txt', join(root, 'z.txt'));
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

/** Puts a link out in the place of a link in, and back, as fast as it can: by renaming, so that there is always one. */
const SWAPPER = `
  const { symlinkSync, renameSync } = require('node:fs');
  const [root, out] = process.argv.slice(1);
  process.chdir(root);
  const put = (to, at) => { symlinkSync(to, at + '.new'); renameSync(at + '.new', at); };
  process.stdout.write('on');
  for (;;) { put(out, 'swapped'); put(out + '/x.txt', 'z.txt'); put('real', 'swapped'); put('y.txt', 'z.txt'); }`;

it('what is swapped between the check and the opening is not followed', async () => {
  const swapper = spawn(process.execPath, ['-e', SWAPPER, root, join(base, 'elsewhere')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => swapper.stdout.once('data', resolve));
    const seen = new Map<string, number>();
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      for (const path of ['swapped/x.txt', 'z.txt']) {
        const said = await openBeneath(root, path, 'it').then(
          async (file) => {
            const text = await file.readFile('utf8');
            await file.close();
            return text;
          },
          (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'other'),
        );
        seen.set(said, (seen.get(said) ?? 0) + 1);
      }
    }
    expect(
      [...seen.keys()].filter((said) => !['inside', 'policy.file-outside', 'browser.bad-file'].includes(said)),
    ).toEqual([]);
    expect(seen.get('inside') ?? 0, 'both sides of the race were met').toBeGreaterThan(10);
    expect(seen.get('policy.file-outside') ?? 0).toBeGreaterThan(10);
  } finally {
    swapper.kill('SIGKILL');
  }
});
