// Builds the server's own image, deploy/Dockerfile, as the tests need it: on a base made from Debian's packages and this
// machine's Node, because no image registry is asked. podman keeps the base and the layers, so that a second run is short.
//   node scripts/server-image-for-tests.mjs [--check]
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const IMAGE = 'localhost/gatewright:tests';
const BASE = `localhost/gatewright-base:${SUITE}-node-${process.versions.node}`;
/** A machine behind a proxy has its certificates here; npm in the image then trusts what npm trusts out here. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const succeeds = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
function run(program, ...args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed`);
}

if (process.argv.includes('--check')) process.exit(succeeds('podman', 'image', 'exists', IMAGE) ? 0 : 1);
if (!succeeds('podman', 'image', 'exists', BASE)) makeBase();
// The host's network: only npm's and Debian's servers are asked, by the steps of the Dockerfile.
run('podman', 'build', '--network', 'host', '--build-arg', `BASE=${BASE}`, '-t', IMAGE, '-f', 'deploy/Dockerfile', '.');
console.log(`server image: ${IMAGE}`);

function makeBase() {
  if (!succeeds('debootstrap', '--version')) {
    run('apt-get', 'update', '-q');
    run('apt-get', 'install', '-q', '-y', '--no-install-recommends', 'debootstrap');
  }
  const root = mkdtempSync(join(tmpdir(), 'gw-base-'));
  try {
    run('debootstrap', '--variant=minbase', '--include=ca-certificates', SUITE, root, MIRROR);
    addNode(root);
    if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, join(root, CERTIFICATES));
    const settings = [`ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `ENV PATH=${PATH}`];
    const changes = settings.map((line) => `--change '${line}'`).join(' ');
    run(
      'sh',
      '-c',
      `tar -C '${root}' --exclude=./var/cache/apt/archives/* -c . | podman import ${changes} - '${BASE}'`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Node is one file that needs only libc and libstdc++; npm is a folder beside it. */
function addNode(root) {
  copyFileSync(process.execPath, join(root, 'usr/bin/node'));
  const npm = npmFolder();
  cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name));
}

function npmFolder() {
  const beside = resolve(dirname(process.execPath), '../lib/node_modules/npm');
  if (!existsSync(join(beside, 'bin/npm-cli.js'))) throw new Error(`there is no npm beside Node, at ${beside}`);
  return beside;
}
