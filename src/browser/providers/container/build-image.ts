import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../../core/index.js';
import type { ProviderEnvironment } from '../provider.js';
import { findEngine } from './engine.js';
import type { Engine, EngineName } from './engine.js';
import { inspectImage, OWN_IMAGE, VERSION_LABEL } from './image.js';
import type { ImageFacts } from './image.js';
import { fileURLToPath } from 'node:url';

/** The time of every file in the image, so that the same packages give the same layer. */
const FILE_TIME = '@1700000000';
const MAX_WORDS = 600;

export interface BuildOptions {
  readonly engine?: EngineName | 'auto';
  readonly name?: string;
}

/** Makes the image from Debian's packages, without any registry of images; `tell` gets lines about its progress. */
export async function buildImage(
  environment: ProviderEnvironment,
  tell: (line: string) => void,
  { engine: wanted = 'auto', name = OWN_IMAGE }: BuildOptions,
): Promise<ImageFacts> {
  const engine = findEngine(environment, wanted);
  const folder = mkdtempSync(join(environment['TMPDIR'] ?? tmpdir(), 'gatewright-image-'));
  try {
    const script = spawn('/bin/sh', [shippedFile('build-rootfs.sh'), folder], {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await finished(script, tell, 'The packages could not be fetched or unpacked');
    const version = readFileSync(join(folder, 'chromium-version'), 'utf8').trim();
    tell(`importing Chromium ${version} as ${name}`);
    await importTree(engine, join(folder, 'root'), name, version);
    return await inspectImage(engine, name);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function importTree(engine: Engine, root: string, name: string, version: string): Promise<void> {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=${FILE_TIME}`];
  const tar = spawn('tar', ['-C', root, ...owner, '-cf', '-', '.'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const label = `LABEL ${VERSION_LABEL}=${version}`;
  const quiet = engine.name === 'podman' ? ['--quiet'] : [];
  const importing = spawn(engine.program, ['import', ...quiet, '--change', label, '-', name], {
    env: engine.environment,
    stdio: [tar.stdout, 'ignore', 'pipe'],
  });
  // Only the engine reads from it: an open end here would keep tar from being over.
  tar.stdout.destroy();
  await Promise.all([
    finished(tar, undefined, 'The image could not be packed'),
    finished(importing, undefined, `${engine.name} could not import the image`),
  ]);
}

/** Resolves when the program ended well; its last words are the reason otherwise. */
function finished(child: ChildProcess, tell: ((line: string) => void) | undefined, what: string): Promise<void> {
  let words = '';
  // Another program may read from its output.
  if (child.stdout !== null && tell !== undefined) createInterface({ input: child.stdout }).on('line', tell);
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-MAX_WORDS);
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      reject(new Failure('browser.no-container', `${what}: ${why.trim().replaceAll(/\s+/gu, ' ')}`));
    };
    child.once('error', (error) => {
      fail(error.message);
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else fail(words);
    });
  });
}

/** A file of the package's folder `container`: beside `dist` when installed, above `src` in a clone. */
export function shippedFile(name: string): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, 'container', name);
    // `src` has a folder of this name too, with other files in it.
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new Error(`the package has no container/${name}`);
  }
}
