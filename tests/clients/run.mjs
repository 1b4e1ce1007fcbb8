// Runs the tool list through the converters of real client libraries, and calls tools through them: over stdio, and for
// FastMCP and mcp-use over HTTP too.
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
  { name: 'python-fastmcp', script: 'python_fastmcp.py', install: installPython },
  { name: 'python-anthropic', script: 'python_anthropic.py', install: installPython },
];
/** What this does not run: said each time, so that nobody takes it for tried. */
const NOT_RUN = [
  'Claude Code, Codex CLI, Gemini CLI as whole programs with a scripted model',
  'MCP Inspector CLI',
  'HTTP, but for FastMCP and mcp-use',
];

const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = site.address();
if (address === null || typeof address === 'string') throw new Error('the site has no port');
const host = `127.0.0.1:${address.port}`;
let failures = 0;
for (const runner of RUNNERS) {
  const folder = join(cache, runner.name);
  mkdirSync(folder, { recursive: true });
  const program = runner.install(runner.name, folder);
  for (const script of [runner.script, 'clients_shared.py']) copyFileSync(join(here, script), join(folder, script));
  failures += await runIn(program, runner.script, folder);
}
site.close();
for (const what of NOT_RUN) console.log(`not run: ${what}`);
console.log(failures === 0 ? 'clients: all of it works' : `clients: ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

async function runIn(program, script, folder) {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-clients-'));
  const args = [command, '--allow-private', host, '--workspace', workspace];
  const http = await serve(args.slice(1));
  const server = { SERVER: JSON.stringify([process.execPath, ...args]), HTTP_URL: http.url, HTTP_TOKEN: http.token };
  const env = { ...process.env, ...server, SITE: `http://${host}/` };
  const child = spawn(program, [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  http.child.kill('SIGTERM');
  await new Promise((resolve) => http.child.once('exit', resolve));
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  const rows = text.split('\n').flatMap((line) => (line.startsWith('{"client"') ? [JSON.parse(line)] : []));
  for (const { client, what, why } of rows)
    console.log(`${why === '' ? 'ok  ' : 'FAIL'} ${client}: ${what}${why === '' ? '' : `: ${why}`}`);
  if (status !== 0 || rows.length === 0) console.log(`FAIL ${script}: ended with ${status}`);
  return rows.filter(({ why }) => why !== '').length + (status === 0 && rows.length > 0 ? 0 : 1);
}

/** The same server over HTTP, for clients that speak it. */
async function serve(flags) {
  const child = spawn(process.execPath, [command, 'serve', '--json', '--http', '127.0.0.1:0', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  const { url, tokenFile } = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    child.once('exit', (status) => reject(new Error(`serve ended with ${status}`)));
  });
  return { child, url, token: readFileSync(tokenFile, 'utf8').trim() };
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
