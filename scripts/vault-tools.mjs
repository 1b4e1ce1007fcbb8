// Installs what the vault's contract suite runs against: the real sops, a real Vault server (built in memory form from
// the Go module registry), oathtool and a keyring. What is built goes into a cache outside the clone, keyed by what it
// was built from, so that a second run finds it there. Exits with 1 and says why when something cannot be had.
//   node scripts/vault-tools.mjs          install
//   node scripts/vault-tools.mjs --where  print the cache folder as it would be used
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SOPS_VERSION = 'v3.13.3';
const SOURCE = fileURLToPath(new URL('../tests/fixtures/vault-server/', import.meta.url));
const MOST_MINUTES = 30;

/** Where the tools are, or will be. */
export function toolPaths(env = process.env) {
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gatewright-tests');
  const source = ['go.mod', 'main.go'].map((name) => readFileSync(join(SOURCE, name)));
  const digest = createHash('sha256').update(Buffer.concat(source)).digest('hex').slice(0, 12);
  const here = `${process.platform}-${process.arch}`;
  return {
    cache,
    sops: join(cache, `sops-${SOPS_VERSION}-${here}`, 'sops'),
    server: join(cache, `vault-server-${digest}-${here}`, 'vault-server'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = toolPaths();
  if (process.argv.includes('--where')) console.log(paths.cache);
  else process.exitCode = install(paths);
}

function install(paths) {
  const troubles = [
    ...(existsSync(paths.sops) ? [] : buildSops(paths)),
    ...(existsSync(paths.server) ? [] : buildServer(paths)),
    ...(runs('oathtool', ['--version']) ? [] : installPackage('oathtool', 'oathtool')),
    ...(runs('gnome-keyring-daemon', ['--version']) ? [] : installPackage('a keyring', 'gnome-keyring')),
    ...(runs('dbus-run-session', ['--version']) ? [] : installPackage('a session bus', 'dbus')),
    // It has no --version; without arguments it prints how to use it and fails.
    ...(isThere('secret-tool') ? [] : installPackage('secret-tool', 'libsecret-tools')),
  ];
  for (const trouble of troubles) console.error(`vault-tools: ${trouble}`);
  if (troubles.length === 0)
    console.error(`vault-tools: sops, the server, oathtool and a keyring are there (${paths.cache})`);
  return troubles.length === 0 ? 0 : 1;
}

function buildSops({ sops }) {
  return build('sops', sops, (go, folder) =>
    go(['install', `github.com/getsops/sops/v3/cmd/sops@${SOPS_VERSION}`], { GOBIN: folder }),
  );
}

/** In a copy: the build writes its list of checksums beside the sources. */
function buildServer({ server }) {
  return build('the Vault server', server, (go, folder) => {
    const copy = join(folder, 'source');
    cpSync(SOURCE, copy, { recursive: true });
    const done = go(['build', '-mod=mod', '-o', join(folder, 'vault-server'), '.'], {}, copy);
    rmSync(copy, { recursive: true, force: true });
    return done;
  });
}

/** Built aside and moved into place whole: what is there under its name works. */
function build(what, path, act) {
  const go = findGo();
  if (go === undefined) return [`${what} is not here, and there is no Go to build it with`];
  const place = join(path, '..');
  const draft = `${place}.${process.pid}.new`;
  mkdirSync(draft, { recursive: true });
  console.error(`vault-tools: building ${what} from the Go module registry; the first time this takes some minutes`);
  const run = (args, env, cwd = draft) =>
    spawnSync(go, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: MOST_MINUTES * 60_000,
      env: { ...process.env, GOFLAGS: '-buildvcs=false', GOWORK: 'off', GOTOOLCHAIN: 'auto', ...env },
    }).status === 0;
  try {
    if (!act(run, draft)) return [`${what} could not be built; is the Go module registry in reach?`];
    if (existsSync(path)) return [];
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    return [];
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function findGo() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin', '/usr/lib/go/bin'];
  const find = () => folders.map((folder) => join(folder, 'go')).find((go) => folders.length > 0 && existsSync(go));
  const found = find();
  if (found !== undefined) return found;
  installPackage('go', 'golang-go');
  return find();
}

function installPackage(what, name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !runs('apt-get', ['--version'])) {
    return [`${what} is not here; install the package ${name}`];
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 2, 2], env }).status === 0;
  if (apt('install', '--no-install-recommends', name)) return [];
  return apt('update') && apt('install', '--no-install-recommends', name) ? [] : [`${name} could not be installed`];
}

function isThere(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function runs(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
