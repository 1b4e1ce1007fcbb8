import { readFileSync } from 'node:fs';

// Copied beside its libraries by run.mjs. Prints one line of JSON for each thing that it tried.
const [command, ...args] = JSON.parse(process.env.SERVER ?? '[]');
const { SITE: url, HTTP_URL = '', HTTP_TOKEN = '' } = process.env;
const headers = { Authorization: `Bearer ${HTTP_TOKEN}` };
let client = '';
const say = (what, why = '') => console.log(JSON.stringify({ client, what, why: String(why) }));
const attempt = async (what, act) => {
  try {
    say(what, (await act()) ?? '');
  } catch (error) {
    say(what, error?.message ?? error);
  }
};

/** What a converter lost of a schema. */
function lossOf(before, after, path = '') {
  const lost = [];
  for (const [key, value] of Object.entries(before.properties ?? {})) {
    const now = bare(after?.properties?.[key]);
    const at = `${path}${key}`;
    if (now === undefined) lost.push(`${at} is gone`);
    else if (now.type === undefined) lost.push(`${at} has no type`);
    else if (
      value.enum &&
      JSON.stringify(value.enum) !== JSON.stringify((now.enum ?? []).filter((one) => one !== null))
    )
      lost.push(`${at} has other values`);
    else if (value.properties) lost.push(...lossOf(value, now, `${at}.`));
    else if (value.items?.properties) lost.push(...lossOf(value.items, bare(now.items), `${at}[].`));
  }
  return lost;
}

/** Strict schemas say "or null" in one of two ways. */
function bare(schema) {
  const forms = schema?.anyOf?.filter(({ type }) => type !== 'null');
  return forms?.length === 1 ? forms[0] : schema;
}

async function useTools(call) {
  const text = async (name, input) => JSON.stringify(await call(name, input));
  const ok = async (name, input, wanted) => {
    const answer = await text(name, input);
    const isRefused = /"isError":true|call\.bad-arguments|browser\.stale-ref|session\.none/u.test(answer);
    return wanted.test(answer) && !isRefused ? '' : answer.slice(0, 400);
  };
  let page = '';
  // On a machine that is busy the first start of a browser can take longer than a call may.
  for (let tries = 0; tries < 3 && !page.includes('[ref='); tries += 1)
    page = await text('browser_navigate', { url }).catch((error) => String(error));
  const ref = (name) => new RegExp(`${name}[^\\]]*?\\[ref=(e\\d+)\\]`, 'u').exec(page)?.[1] ?? 'e0';
  await attempt('click by ref', () => ok('browser_click', { ref: ref('Add to cart') }, /added/u));
  await attempt('fill a form', () =>
    ok(
      'browser_fill_form',
      {
        fields: [
          { ref: ref('Name'), value: 'Ann' },
          { ref: ref('City'), value: 'Rome' },
        ],
      },
      /Rome|ok/u,
    ),
  );
  await attempt('drag', () => ok('browser_drag', { from: ref('Card'), to: ref('Tray') }, /dropped/u));
  await attempt('select', () => ok('browser_select', { role: 'combobox', name: 'Size', values: ['M'] }, /ok/u));
  await attempt('permission', () =>
    ok('set_permission_policy', { mode: 'deny', permission: 'camera' }, /camera is deny/u),
  );
  await attempt('read it back', () => ok('browser_snapshot', { mode: 'full' }, /Rome/u));
}

async function mastra(over) {
  const { MCPClient } = await import('@mastra/mcp');
  const core = JSON.parse(readFileSync(new URL('node_modules/@mastra/core/package.json', import.meta.url), 'utf8'));
  const isOld = core.version.startsWith('0.');
  const server = over === 'stdio' ? { command, args } : { url: new URL(HTTP_URL), requestInit: { headers } };
  const mcp = new MCPClient({ id: `gw-${over}`, servers: { gw: server } });
  try {
    const tools = await (mcp.listTools?.() ?? mcp.getTools());
    say(`${Object.keys(tools).length} tools`, Object.keys(tools).length > 30 ? '' : 'too few');
    const named = (name) => tools[`gw_${name}`];
    await useTools(async (name, input) => {
      const tool = named(name);
      const checked = tool.inputSchema?.parse?.(input) ?? input;
      // Up to core 0.x the arguments stand in `context`, since 1.x they are the first parameter.
      return isOld ? tool.execute({ context: checked }) : tool.execute(checked);
    });
  } finally {
    await mcp.disconnect();
  }
}

async function openaiAgents(over) {
  const { MCPServerStdio, MCPServerStreamableHttp, mcpToFunctionTool } = await import('@openai/agents');
  const common = { name: 'gw', cacheToolsList: true };
  const server =
    over === 'stdio'
      ? new MCPServerStdio({ ...common, command, args })
      : new MCPServerStreamableHttp({ ...common, url: HTTP_URL, requestInit: { headers } });
  await server.connect();
  try {
    const listed = await server.listTools();
    const tools = new Map(listed.map((tool) => [tool.name, mcpToFunctionTool(tool, server, true)]));
    await attempt(`${listed.length} strict schemas`, () =>
      listed
        .flatMap((tool) => {
          const { strict, parameters } = tools.get(tool.name);
          return strict
            ? lossOf(tool.inputSchema, parameters).map((what) => `${tool.name}: ${what}`)
            : [`${tool.name} is not strict`];
        })
        .join('; '),
    );
    // As a model under a strict schema answers: every property is there.
    await useTools((name, input) => {
      const { parameters, invoke } = tools.get(name);
      const whole = Object.fromEntries(Object.keys(parameters.properties ?? {}).map((key) => [key, null]));
      return invoke({}, JSON.stringify({ ...whole, ...input }));
    });
  } finally {
    await server.close();
  }
}

async function langchain(over) {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const { convertToOpenAITool } = await import('@langchain/core/utils/function_calling');
  const server =
    over === 'stdio' ? { transport: 'stdio', command, args } : { transport: 'http', url: HTTP_URL, headers };
  const mcp = new MultiServerMCPClient({ mcpServers: { gw: server } });
  try {
    const tools = await mcp.getTools();
    await attempt(`${tools.length} schemas for OpenAI`, () =>
      tools
        .flatMap((tool) =>
          lossOf(tool.schema, convertToOpenAITool(tool).function.parameters).map((what) => `${tool.name}: ${what}`),
        )
        .join('; '),
    );
    await useTools((name, input) => tools.find((tool) => tool.name === name).invoke(input));
  } finally {
    await mcp.close();
  }
}

async function vercel(over) {
  const sdk = await import('@ai-sdk/mcp');
  const { Experimental_StdioMCPTransport } = await import('@ai-sdk/mcp/mcp-stdio');
  const create = sdk.createMCPClient ?? sdk.experimental_createMCPClient;
  const transport =
    over === 'stdio' ? new Experimental_StdioMCPTransport({ command, args }) : { type: 'http', url: HTTP_URL, headers };
  const mcp = await create({ transport });
  try {
    const tools = await mcp.tools();
    await attempt(`${Object.keys(tools).length} schemas`, () =>
      Object.entries(tools)
        .flatMap(([name, tool]) => (tool.inputSchema.jsonSchema?.properties ? [] : [`${name} has no properties`]))
        .join('; '),
    );
    await useTools((name, input) => tools[name].execute(input, { toolCallId: name, messages: [] }));
  } finally {
    await mcp.close();
  }
}

const CLIENTS = {
  Mastra: mastra,
  'OpenAI Agents (strict)': openaiAgents,
  'LangChain.js': langchain,
  'Vercel AI SDK': vercel,
};
for (const [name, run] of Object.entries(CLIENTS))
  for (const over of ['stdio', 'HTTP']) {
    client = `${name}, ${over}`;
    await attempt('connects', () => run(over));
  }
process.exit(0);
