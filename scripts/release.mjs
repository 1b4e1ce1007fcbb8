// Makes everything that a release hands out, in release/, with checksums and a list of its parts. It publishes nothing.
//   npm run release -- --dry-run [--without-mcpb] [--without-image | --image NAME] [--built]
//   npm run release -- --tools [--check]      installs the MCPB tool, or says by its exit code whether it is there
// That tool is installed outside of the project: RELEASE_CACHE, else ~/.cache/gatewright-release. The image is built by
// podman where that is installed, on RELEASE_IMAGE_BASE if it is set; --image takes one that was built before.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { claudePlugin, dockerEntry, installLinks, mcpbManifest, publishedManifest, serverJson } from './channels.mjs';

const MCPB = '@anthropic-ai/mcpb@2.1.2';
const MAX_UNPACKED = 10 * 1024 * 1024;

if (process.argv.includes('--tools')) {
  if (process.argv.includes('--check')) process.exit(existsSync(mcpbScript()) ? 0 : 1);
  console.log(`release: ${mcpbTool()}`);
  process.exit(0);
}
if (!process.argv.includes('--dry-run')) {
  console.error('release: nothing is published from here; run it with --dry-run and publish what it makes');
  process.exit(2);
}
const out = resolve(process.env.RELEASE_FOLDER ?? 'release');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { name, version } = manifest;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// `--built`: dist/ is fresh, and others are reading it.
if (!process.argv.includes('--built')) run(process.execPath, ['scripts/build.mjs']);
const stage = stagePackage();
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], stage);
writeJson(join(out, 'server.json'), serverJson(manifest));
writeJson(join(out, 'install-links.json'), installLinks(manifest));
writeFileSync(join(out, 'docker-catalog.yaml'), dockerEntry(manifest));
makePlugin();
if (process.argv.includes('--without-mcpb')) console.error('release: NO BUNDLE, as --without-mcpb says');
else makeBundle();
if (process.argv.includes('--without-image')) console.error('release: NO IMAGE, as --without-image says');
else makeImage();
const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
writeFileSync(join(out, 'sbom.cdx.json'), sbom);
rmSync(stage, { recursive: true, force: true });
const files = readdirSync(out).filter((file) => statSync(join(out, file)).isFile());
const sums = files.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')}  ${file}`,
);
writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
for (const file of files) console.log(`${String(statSync(join(out, file)).size).padStart(9)}  ${file}`);
console.log(`release: ${files.length} files in ${out}; nothing was published`);

/** The files of the package, with the manifest that it is published with. */
function stagePackage() {
  const folder = join(out, '.stage');
  mkdirSync(folder);
  // The types are made in their place here: dist/ stays as it is for whoever reads it.
  const types = join('dist', 'types');
  const filter = (/** @type {string} */ path) => path !== types;
  for (const part of manifest.files) cpSync(part, join(folder, part), { recursive: true, filter });
  run(process.execPath, ['scripts/build-types.mjs', join(folder, types)]);
  writeJson(join(folder, 'package.json'), publishedManifest(manifest));
  const bytes = sizeOf(folder);
  if (bytes > MAX_UNPACKED) throw new Error(`the package unpacks to ${bytes} bytes, more than ${MAX_UNPACKED}`);
  return folder;
}

/** The package with its one dependency beside it, as it runs without an installation. */
function copyServer(to) {
  for (const part of ['dist', 'container', 'LICENSE', 'package.json'])
    cpSync(join(stage, part), join(to, part), { recursive: true });
  cpSync('node_modules/playwright-core', join(to, 'node_modules', 'playwright-core'), { recursive: true });
}

function makePlugin() {
  const folder = join(out, '.plugin');
  for (const [path, content] of Object.entries(claudePlugin(manifest))) writeJson(join(folder, path), content);
  copyServer(join(folder, 'plugins', name, 'server'));
  run('tar', ['-czf', join(out, `${name}-${version}-claude-plugin.tgz`), '-C', folder, '.']);
  rmSync(folder, { recursive: true });
}

function makeBundle() {
  const folder = join(out, '.mcpb');
  copyServer(join(folder, 'server'));
  writeJson(join(folder, 'manifest.json'), mcpbManifest(manifest, listTools()));
  const tool = mcpbTool();
  run(process.execPath, [tool, 'validate', join(folder, 'manifest.json')]);
  run(process.execPath, [tool, 'pack', folder, join(out, `${name}-${version}.mcpb`)]);
  rmSync(folder, { recursive: true });
}

/** The server's image as one file, which `podman load` and `docker load` take. */
function makeImage() {
  if (spawnSync('podman', ['--version']).status !== 0) {
    console.error('release: NO IMAGE, because podman is not installed');
    return;
  }
  const given = argumentOf('--image');
  const image = given ?? `localhost/${name}:${version}`;
  const base = process.env.RELEASE_IMAGE_BASE;
  const on = base === undefined ? [] : ['--build-arg', `BASE=${base}`];
  if (given === undefined) run('podman', ['build', '--quiet', ...on, '-t', image, '-f', 'deploy/Dockerfile', '.']);
  run('podman', ['save', '--quiet', '--format', 'oci-archive', '-o', join(out, `${name}-${version}-oci.tar`), image]);
}

/** Those that are listed by default, from the generated page. */
function listTools() {
  const parts = readFileSync('docs/tools.md', 'utf8').split(/^## /mu);
  const page = parts.filter((part) => part.split('\n', 1)[0]?.includes('(on by default)')).join('\n');
  const rows = [...page.matchAll(/^### `?([a-z_]+)`?\n+([^\n]+)$(?!\n+Listed where)/gmu)];
  if (rows.length === 0) throw new Error('docs/tools.md has another form than release.mjs reads');
  return rows.map(([, tool, description]) => ({ name: tool, description }));
}

function mcpbTool() {
  const script = mcpbScript();
  const install = ['install', '--no-audit', '--no-fund', '--silent', '--prefix', releaseCache(), MCPB];
  if (!existsSync(script)) run('npm', install);
  return script;
}

function mcpbScript() {
  return join(releaseCache(), 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
}

function releaseCache() {
  return process.env.RELEASE_CACHE ?? join(homedir(), '.cache', 'gatewright-release');
}

/** @param {string} flag */
function argumentOf(flag) {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
}

function sizeOf(folder) {
  const bytes = (path) => (statSync(path).isDirectory() ? sizeOf(path) : statSync(path).size);
  return readdirSync(folder).reduce((sum, entry) => sum + bytes(join(folder, entry)), 0);
}

function writeJson(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

function run(program, args, cwd = process.cwd()) {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 });
}
