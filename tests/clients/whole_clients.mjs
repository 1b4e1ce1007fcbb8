// Copied beside its libraries by run.mjs: whole programs that people use, with a scripted model where they need one,
// wired by `gatewright add` as a person would, over stdio and HTTP. One line of JSON for each try.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedModel } from './scripted-model.mjs';

const MAX_RUN_MS = 180_000;
const [node, gatewright, ...flags] = JSON.parse(process.env.SERVER ?? '[]');
const { SITE = '', HTTP_URL = '', HTTP_TOKEN = '' } = process.env;
const modules = join(import.meta.dirname, 'node_modules');
const say = (client, what, why = '', notRun = '') =>
  console.log(JSON.stringify({ client, what, why: String(why).slice(0, 800), notRun }));
/** The newest release for Node 20 has no flag for a header, so it can bring no token. */
const MIN_INSPECTOR_MAJOR_FOR_HTTP = 2;

/** Each: its configuration besides our entry, and the command that makes it do one task. */
const AGENTS = {
  claude: {
    title: 'Claude Code',
    prepare: () => undefined,
    command: [
      '.bin/claude',
      '-p',
      'open the page',
      '--allowedTools',
      'mcp__gatewright',
      '--model',
      'claude-sonnet-4-5',
    ],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // A script cannot search for tools, as a model would.
      ENABLE_TOOL_SEARCH: 'false',
    }),
  },
  codex: {
    title: 'Codex CLI',
    prepare: (home, model) => {
      mkdirSync(join(home, '.codex'));
      const provider = `[model_providers.local]\nname = "local"\nbase_url = "${model}/v1"\nwire_api = "responses"\n`;
      writeFileSync(join(home, '.codex', 'config.toml'), `model = "scripted"\nmodel_provider = "local"\n\n${provider}`);
    },
    command: [
      '.bin/codex',
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      'open the page',
    ],
    env: () => ({}),
  },
  gemini: {
    title: 'Gemini CLI',
    prepare: (home) => {
      mkdirSync(join(home, '.gemini'));
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
    },
    command: ['.bin/gemini', '-p', 'open the page', '--yolo', '-m', 'gemini-2.5-pro'],
    env: (model) => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'scripted',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_TELEMETRY_ENABLED: 'false',
    }),
  },
};

const NO_TOOLS = 'it has no tools of ours';
const SCRIPT = [
  { tool: 'browser_navigate', args: { url: SITE } },
  { tool: 'browser_click', args: { role: 'button', name: 'Add to cart' } },
];

for (const [client, agent] of Object.entries(AGENTS))
  for (const over of ['stdio', 'HTTP']) say(agent.title, `a task over ${over}`, await tryTwice(client, agent, over));
for (const [over, target] of [
  ['stdio', [node, gatewright, ...flags]],
  ['HTTP', [HTTP_URL, '--header', `Authorization: Bearer ${HTTP_TOKEN}`]],
]) {
  const what = `lists and calls over ${over}`;
  const notRun = over === 'HTTP' ? whyNoInspectorOverHttp() : '';
  say('MCP Inspector CLI', what, notRun === '' ? await tryInspector(target) : '', notRun);
}
process.exit(0);

function whyNoInspectorOverHttp() {
  const file = join(modules, '@modelcontextprotocol', 'inspector', 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  if (Number.parseInt(version, 10) >= MIN_INSPECTOR_MAJOR_FOR_HTTP) return '';
  return `release ${version}, which npm takes for Node ${process.versions.node}, can send no token; run this with Node 22.19 or newer`;
}

/** These ask the model before a server that is slow to start has told its tools: a busy machine has a second chance. */
async function tryTwice(client, agent, over) {
  const first = await tryAgent(client, agent, over);
  return first.startsWith(NO_TOOLS) ? tryAgent(client, agent, over) : first;
}

async function tryAgent(client, agent, over) {
  const home = mkdtempSync(join(tmpdir(), 'gw-whole-'));
  const model = await startScriptedModel(SCRIPT);
  try {
    agent.prepare(home, model.url);
    const env = { ...process.env, HOME: home, ...agent.env(model.url) };
    const how =
      over === 'HTTP' ? ['--http', new URL(HTTP_URL).host, ...flags.slice(flags.indexOf('--workspace'))] : flags;
    const added = spawnSync(node, [gatewright, 'add', client, ...how], { env, encoding: 'utf8' });
    if (added.status !== 0) return `add: ${added.stderr}`;
    const output = await runIn(home, agent.command, env);
    const { tools, results } = model.seen;
    if (!tools.some((tool) => tool.endsWith('browser_click'))) return `${NO_TOOLS}: ${output.slice(-600)}`;
    return results.length === 2 && /added/u.test(results[1]) ? '' : `${JSON.stringify(results)} ${output.slice(-600)}`;
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function tryInspector(target) {
  const inspect = (...args) => runIn(tmpdir(), ['.bin/mcp-inspector', '--cli', ...target, ...args], process.env);
  const listed = await inspect('--method', 'tools/list');
  if (!listed.includes('browser_choose_option')) return listed.slice(-600);
  const opened = await inspect(
    ...['--method', 'tools/call', '--tool-name', 'browser_navigate', '--tool-arg', `url=${SITE}`],
  );
  return opened.includes('Add to cart') ? '' : opened.slice(-600);
}

function runIn(cwd, [program, ...args], env) {
  const child = spawn(join(modules, program), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`${text}${error.message}`));
    child.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}
