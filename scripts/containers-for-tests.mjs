// Installs what the tests of containers need (podman, runc) where it is missing, and builds the image of sessions once:
// podman keeps it outside the clone, and a change of its recipe builds it anew.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IMAGE = 'localhost/gatewright-browser';
const recipe = readFileSync(new URL('../container/build-rootfs.sh', import.meta.url));
const tag = `${IMAGE}:recipe-${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`;

const succeeds = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
function run(program, ...args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`containers: ${[program, ...args].join(' ')} failed`);
  process.exit(1);
}

if (!succeeds('podman', '--version') || !(succeeds('runc', '--version') || succeeds('crun', '--version'))) {
  run('apt-get', 'update', '-q');
  run('apt-get', 'install', '-q', '-y', '--no-install-recommends', 'podman', 'runc', 'conmon');
}
if (!succeeds('podman', 'image', 'exists', tag)) {
  if (!existsSync('dist/gatewright.js')) run('npm', 'run', '--silent', 'build');
  const workspace = mkdtempSync(join(tmpdir(), 'gw-image-'));
  run(process.execPath, 'dist/gatewright.js', 'container', 'build', '--workspace', workspace);
  rmSync(workspace, { recursive: true, force: true });
  run('podman', 'tag', `${IMAGE}:latest`, tag);
}
run('podman', 'tag', tag, `${IMAGE}:latest`);
console.log(`containers: ${tag}`);
