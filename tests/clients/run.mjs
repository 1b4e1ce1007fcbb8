// Runs the tool list through the converters of real client libraries, calls tools through them, and has whole clients
// (Claude Code, Codex, Gemini CLI, MCP Inspector) do a task with a scripted model; all over stdio and over HTTP.
// Everything is installed into a folder outside of the project: CLIENTS_CACHE, else ~/.cache/gatewright-clients. Then it
// runs where there is only loopback. With names (npm run test:clients -- whole npm) only those run. With CLIENTS_NEWEST=1
// what is pinned in the lists of packages is installed in its newest release instead.
// `npm run test:clients` builds first. Takes minutes and a registry, so it is no part of `npm test`.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = process.env.CLIENTS_CACHE ?? join(homedir(), '.cache', 'gatewright-clients');
const project = fileURLToPath(new URL('../../', import.meta.url));
const command = join(project, 'dist', 'gatewright.js');
const SDK_PAGE = join(project, 'docs', 'sdk.md');

const PAGE = `<!doctype html><title>Shop</title><p id="log">nothing yet</p>
<button onclick="say('added')">Add to cart</button>
<form method="post" action="/delete"><button>Delete account</button></form>
<label>Name <input name="name"></label> <label>City <input name="city"></label>
<label>Size <select><option>S</option><option>M</option></select></label>
<a href="/prices.csv" download>Price list</a> <canvas id="board" width="50" height="50"></canvas>
<div id="card" role="button" draggable="true" aria-label="Card" style="width:80px;height:40px;background:#ccd">Card</div>
<div id="tray" role="button" aria-label="Tray" style="width:120px;height:60px;background:#cdc">Tray</div>
<script>
console.warn('the shop is open');
const say = (text) => { document.getElementById('log').textContent = text };
card.ondragstart = (e) => e.dataTransfer.setData('text', 'x');
tray.ondragover = (e) => e.preventDefault();
tray.ondrop = (e) => { e.preventDefault(); say('dropped') };
</script>`;

/** The capabilities that have tools, and their tools, as the page for people lists them: it is made of the same registry. */
const toolsPage = readFileSync(join(project, 'docs', 'tools.md'), 'utf8');
const everyCapability = [...toolsPage.matchAll(/^## `([\w-]+)`/gmu)].map(([, name]) => name);
const everyTool = [...toolsPage.matchAll(/^### `(\w+)`/gmu)].map(([, name]) => name);

/** Each in a folder of its own: they want different versions of the same libraries. */
const RUNNERS = [
  { name: 'npm', script: 'converters.mjs', install: installNpm },
  { name: 'adapters', script: 'adapters.mjs', install: installSdk },
  { name: 'adapters-ai6', script: 'adapters.mjs', install: installSdk },
  { name: 'adapters-oldest', script: 'adapters.mjs', install: installSdk },
  { name: 'web-servers', script: 'web-servers.mjs', install: installSdk },
  { name: 'whole', script: 'whole_clients.mjs', install: installNpm },
  { name: 'python-openai', script: 'python_openai.py', install: installPython, program: pythonIn },
  { name: 'python-langchain', script: 'python_langchain.py', install: installPython, program: pythonIn },
  { name: 'python-fastmcp', script: 'python_fastmcp.py', install: installPython, program: pythonIn },
  { name: 'python-anthropic', script: 'python_anthropic.py', install: installPython, program: pythonIn },
];
/** The recipes of examples/python, each with the packages of one of the above. */
const EXAMPLES = [
  ['mcp_client.py', 'python-openai'],
  ['openai_agent.py', 'python-openai'],
  ['pydantic_agent.py', 'python-openai'],
  ['langchain_tools.py', 'python-langchain'],
  ['fastmcp_client.py', 'python-fastmcp'],
];
const INSIDE = '--installed';
const names = process.argv.slice(2).filter((arg) => arg !== INSIDE);
const chosen = RUNNERS.filter(({ name }) => names.length === 0 || names.includes(name));
const withExamples = names.length === 0 || names.includes('examples');
const forExamples = RUNNERS.filter(({ name }) => withExamples && EXAMPLES.some(([, needs]) => needs === name));
if (!process.argv.includes(INSIDE)) {
  for (const { name, install } of new Set([...chosen, ...forExamples])) {
    mkdirSync(join(cache, name), { recursive: true });
    install(name, join(cache, name));
  }
  const loopbackOnly = fileURLToPath(new URL('../../scripts/loopback-only.mjs', import.meta.url));
  const again = [loopbackOnly, process.execPath, ...process.argv.slice(1), INSIDE];
  process.exit(spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1);
}

let deletions = 0;
const site = createServer(({ method, url }, response) => {
  if (method === 'POST' && url === '/delete') deletions += 1;
  response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/deletions' ? String(deletions) : PAGE);
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = site.address();
if (address === null || typeof address === 'string') throw new Error('the site has no port');
const host = `127.0.0.1:${address.port}`;
let failures = 0;
let notRunAtAll = 0;
for (const { name, script, program } of chosen) {
  const folder = join(cache, name);
  for (const file of [
    script,
    'ai-sdk.mjs',
    'clients_shared.py',
    'calls.json',
    'opt-in-calls.json',
    'scripted-model.mjs',
  ])
    copyFileSync(join(here, file), join(folder, file));
  failures += await runIn(program?.(folder) ?? process.execPath, script, folder);
}
if (withExamples) failures += await runExamples();
site.close();
const whole = notRunAtAll === 0 ? 'all of it works' : `all that was run works; ${notRunAtAll} not run`;
console.log(`clients: ${failures === 0 ? whole : `${failures} failures`}`);
process.exit(failures === 0 ? 0 : 1);

async function runIn(program, script, folder) {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-clients-'));
  const args = [command, '--allow-private', host, '--workspace', workspace];
  const http = await serve(args.slice(1));
  const server = { SERVER: JSON.stringify([process.execPath, ...args]), HTTP_URL: http.url, HTTP_TOKEN: http.token };
  const opted = { CAPABILITIES: everyCapability.join(','), TOOLS: everyTool.join(','), SDK_PAGE };
  const env = { ...process.env, ...server, ...opted, SITE: `http://${host}/` };
  const child = spawn(program, [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  http.child.kill('SIGTERM');
  await new Promise((resolve) => http.child.once('exit', resolve));
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  const rows = text.split('\n').flatMap((line) => (line.startsWith('{"client"') ? [JSON.parse(line)] : []));
  for (const { client, what, why, notRun = '' } of rows) {
    if (notRun !== '') console.log(`NOT RUN ${client}: ${what}: ${notRun}`);
    else console.log(`${why === '' ? 'ok  ' : 'FAIL'} ${client}: ${what}${why === '' ? '' : `: ${why}`}`);
  }
  notRunAtAll += rows.filter(({ notRun = '' }) => notRun !== '').length;
  if (status !== 0 || rows.length === 0) console.log(`FAIL ${script}: ended with ${status}`);
  return rows.filter(({ why }) => why !== '').length + (status === 0 && rows.length > 0 ? 0 : 1);
}

/** As a reader of examples/ would run them: the first button of the page is clicked, and the page says so. */
async function runExamples() {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-examples-'));
  const flags = ['--allow-private', host, '--workspace', workspace];
  const http = await serve(flags);
  let failed = 0;
  for (const [script, needs] of EXAMPLES) {
    const gatewright = [process.execPath, command, ...flags].join(' ');
    const env = { ...process.env, GATEWRIGHT: gatewright, MCP_URL: http.url, GATEWRIGHT_TOKEN: http.token };
    const file = join(project, 'examples', 'python', script);
    const child = spawn(pythonIn(join(cache, needs)), [file, `http://${host}/`], { env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const status = await new Promise((resolve) => child.on('close', resolve));
    const isRight = status === 0 && text.includes('added');
    console.log(`${isRight ? 'ok  ' : 'FAIL'} examples/python/${script}${isRight ? '' : `: ${text.slice(-600)}`}`);
    failed += isRight ? 0 : 1;
  }
  http.child.kill('SIGTERM');
  await new Promise((resolve) => http.child.once('exit', resolve));
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  return failed;
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
  install(folder, join(here, `${name}.json`), 'package.json', () =>
    run('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund'], folder),
  );
}

/** The package as it would be installed, beside the frameworks that its adapters are for. */
function installSdk(name, folder) {
  installNpm(name, folder);
  const place = join(folder, 'node_modules', 'gatewright');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const part of ['dist', 'package.json']) cpSync(join(project, part), join(place, part), { recursive: true });
  const library = join(folder, 'node_modules', 'playwright-core');
  rmSync(library, { recursive: true, force: true });
  symlinkSync(join(project, 'node_modules', 'playwright-core'), library);
}

function installPython(name, folder) {
  install(folder, join(here, `${name}.txt`), 'requirements.txt', () => {
    run('python3', ['-m', 'venv', 'venv'], folder);
    run(join(folder, 'venv', 'bin', 'pip'), ['install', '--quiet', '-r', 'requirements.txt'], folder);
  });
}

function pythonIn(folder) {
  return join(folder, 'venv', 'bin', 'python');
}

/** Anew when the list of packages is another than the one that was installed. */
function install(folder, list, file, act) {
  const pinned = readFileSync(list, 'utf8');
  const wanted = process.env.CLIENTS_NEWEST === undefined ? pinned : unpinned(pinned);
  const done = join(folder, '.installed');
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
  writeFileSync(join(folder, file), wanted);
  act();
  writeFileSync(done, wanted);
}

/** The newest releases of what a list names by its exact version, and of what that needs; after a single `=` it stays. */
function unpinned(list) {
  const [named = ''] = list.split('# What these need');
  return named.replaceAll(/(?<=": )"\d+\.\d+\.\d+"/gu, '"*"').replaceAll(/==.*/gu, '');
}

function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
