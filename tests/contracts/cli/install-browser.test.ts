import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkStarts } from '../../../src/cli/install-browser/check-starts.js';
import { npmStep } from '../../../src/cli/install-browser/npm-step.js';
import { packageManagerStep } from '../../../src/cli/install-browser/package-manager-step.js';
import { runProgram } from '../../../src/cli/install-browser/run-program.js';
import type { Site } from '../../../src/cli/install-browser/step.js';
import { openWorkspace } from '../../../src/config/index.js';

let base: string;
let site: Site;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gw-install-')));
  mkdirSync(join(base, 'bin'));
  site = {
    workspace: openWorkspace(join(base, 'ws')),
    env: { PATH: join(base, 'bin') },
    entry: join(process.cwd(), 'package.json'),
    watch: { line: () => undefined, end: () => undefined },
  };
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

/** A program that writes down how it was called. */
const program = (name: string, body = '') => {
  const path = join(base, 'bin', name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> ${join(base, 'calls')}\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
};
const calls = () =>
  existsSync(join(base, 'calls')) ? readFileSync(join(base, 'calls'), 'utf8').trim().split('\n') : [];

describe('a browser that is there', () => {
  it.each([
    ['is no program', ''],
    ['ends at once', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127'],
  ])('and %s is found out, with its last words', async (_, body) => {
    const path = body === '' ? join(base, 'nothing') : program('chrome', body);
    const started = await checkStarts(path, site.workspace.run);
    expect(started.ok).toBe(false);
    if (body !== '') expect(JSON.stringify(started)).toContain('libnss3');
    expect(readdirSync(site.workspace.run)).toEqual([]);
  });

  it('and answers over its pipe is taken, and gone afterwards', async () => {
    const answers = '{"id":1,"result":{"product":"HeadlessChrome/99.0"}}\\0{"id":2,"result":{"targetId":"t"}}\\0';
    const path = program('chrome', `printf '${answers}' >&4; echo $$ > ${join(base, 'pid')}; exec sleep 60`);
    expect(await checkStarts(path, site.workspace.run)).toEqual({ ok: true, version: 'Chromium 99.0' });
    const pid = Number(readFileSync(join(base, 'pid'), 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('the package manager', () => {
  const weAre = (uid: number) => vi.spyOn(process, 'getuid').mockReturnValue(uid);
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('goes on where there is none', async () => {
    expect(await packageManagerStep.run(site)).toHaveProperty('wentOn');
  });

  it('is run as it is by root, with its lists renewed first', async () => {
    weAre(0);
    program('apt-get');
    expect(await packageManagerStep.run(site)).toBe('done');
    expect(calls()).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends chromium']);
  });

  it('that fails says why in one line, and what comes after it is not run', async () => {
    program('sudo', 'shift; exec "$@"');
    program('true');
    program('apt-get', 'echo "E: no network" >&2; exit 100');
    const result = await packageManagerStep.run({ ...site, env: { PATH: `${join(base, 'bin')}:/bin` } });
    expect(JSON.stringify(result)).toContain('E: no network');
    expect(calls().filter((call) => call.startsWith('apt-get'))).toHaveLength(1);
  });

  it('that needs a password is not run, and what to type is said', async () => {
    weAre(1000);
    program('sudo', 'exit 1');
    program('apt-get');
    const result = await packageManagerStep.run(site);
    expect(JSON.stringify(result)).toContain('sudo apt-get update');
    expect(calls()).toEqual(['sudo -n true']);
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the npm package', () => {
  it('is refused when the registry sends anything but what this version expects', async () => {
    const evil = join(base, 'evil.tgz');
    const packed = join(base, 'package', 'bin');
    mkdirSync(packed, { recursive: true });
    writeFileSync(join(packed, 'chromium.br'), 'not what it was');
    const { ok } = await runProgram('tar', ['-czf', evil, '-C', base, 'package'], {
      env: process.env,
      timeoutMs: 10_000,
    });
    expect(ok).toBe(true);
    const npm = join(base, 'bin', 'npm');
    writeFileSync(
      npm,
      `#!/bin/sh\nwhile [ "$1" != --pack-destination ]; do shift; done\ncp ${evil} "$2/sparticuz-chromium-153.0.0.tgz"\n`,
    );
    chmodSync(npm, 0o755);
    const result = await npmStep.run({ ...site, env: { PATH: `${join(base, 'bin')}:/usr/bin:/bin` } });
    expect(JSON.stringify(result)).toContain('not what this version expects');
    expect(readdirSync(site.workspace.browsers)).toEqual([]);
  });

  it('leaves nothing behind when the registry has none', async () => {
    const registry = createServer((_, response) => response.writeHead(404).end('{}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => registry.once('listening', resolve));
    const { port } = registry.address() as AddressInfo;
    const env = { PATH: process.env['PATH'], HOME: base, npm_config_registry: `http://127.0.0.1:${String(port)}/` };
    expect(await npmStep.run({ ...site, env })).toHaveProperty('wentOn');
    expect(readdirSync(site.workspace.browsers)).toEqual([]);
    registry.close();
  });
});

describe('a program that never ends', () => {
  it('is ended', async () => {
    const result = await runProgram('/bin/sh', ['-c', 'exec sleep 60'], { env: {}, timeoutMs: 300 });
    expect(result).toMatchObject({ ok: false });
    expect(result.why).toContain('longer');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
