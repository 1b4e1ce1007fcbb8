// Runs the tool list through the converters of real client libraries, and calls tools through them, over stdio.
// The libraries are installed into a folder outside of the project: CLIENTS_CACHE, else ~/.cache/gatewright-clients.
// `npm run test:clients` builds first. Takes minutes and a registry, so it is no part of `npm test`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = process.env.CLIENTS_CACHE ?? join(homedir(), '.cache', 'gatewright-clients');
const command = fileURLToPath(new URL('../../dist/gatewright.js', import.meta.url));

const PAGE = `<!doctype html><title>Shop</title><p id="log">nothing yet</p>
<button onclick="say('added')">Add to cart</button>
<label>Name <input name="name"></label> <label>City <input name="city"></label>
<label>Size <select><option>S</option><option>M</option></select></label>
<div id="card" role="button" draggable="true" aria-label="Card" style="width:80px;height:40px;background:#ccd">Card</div>
<div id="tray" role="button" aria-label="Tray" style="width:120px;height:60px;background:#cdc">Tray</div>
<script>
const say = (text) => { document.getElementById('log').textContent = text };
card.ondragstart = (e) => e.dataTransfer.setData('text', 'x');
tray.ondragover = (e) => e.preventDefault();
tray.ondrop = (e) => { e.preventDefault(); say('dropped') };
</script>`;

/** Each in a folder of its own: they want different versions of the same libraries. */
const RUNNERS = [
  { name: 'npm', script: 'converters.mjs', install: installNpm },
  { name: 'python-openai', script: 'python_openai.py', install: installPython },
  { name: 'python-langchain', script: 'python_langchain.py', install: installPython },
];

const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${site.address().port}`;
let failures = 0;
for (const runner of RUNNERS) {
  const folder = join(cache, runner.name);
  mkdirSync(folder, { recursive: true });
  const program = runner.install(runner.name, folder);
  for (const script of [runner.script, 'clients_shared.py']) copyFileSync(join(here, script), join(folder, script));
  failures += await runIn(program, runner.script, folder);
}
site.close();
console.log(failures === 0 ? 'clients: all of it works' : `clients: ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

async function runIn(program, script, folder) {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-clients-'));
  const args = [command, '--allow-private', host, '--workspace', workspace];
  const env = { ...process.env, SERVER: JSON.stringify([process.execPath, ...args]), SITE: `http://${host}/` };
  const child = spawn(program, [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  const rows = text.split('\n').flatMap((line) => (line.startsWith('{"client"') ? [JSON.parse(line)] : []));
  for (const { client, what, why } of rows)
    console.log(`${why === '' ? 'ok  ' : 'FAIL'} ${client}: ${what}${why === '' ? '' : `: ${why}`}`);
  if (status !== 0 || rows.length === 0) console.log(`FAIL ${script}: ended with ${status}`);
  return rows.filter(({ why }) => why !== '').length + (status === 0 && rows.length > 0 ? 0 : 1);
}

function installNpm(name, folder) {
  install(folder, join(here, 'packages.json'), 'package.json', () =>
    run('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], folder),
  );
  return process.execPath;
}

function installPython(name, folder) {
  install(folder, join(here, `${name}.txt`), 'requirements.txt', () => {
    run('python3', ['-m', 'venv', 'venv'], folder);
    run(join(folder, 'venv', 'bin', 'pip'), ['install', '--quiet', '-r', 'requirements.txt'], folder);
  });
  return join(folder, 'venv', 'bin', 'python');
}

/** Anew when the list of packages is another than the one that was installed. */
function install(folder, list, file, act) {
  const wanted = readFileSync(list, 'utf8');
  const done = join(folder, '.installed');
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
  writeFileSync(join(folder, file), wanted);
  act();
  writeFileSync(done, wanted);
}

function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
