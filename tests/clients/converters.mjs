import { readFileSync } from 'node:fs';

// Copied beside its libraries by run.mjs. Prints one line of JSON for each thing that it tried.
const [command, ...defaultArgs] = JSON.parse(process.env.SERVER ?? '[]');
const { SITE: url, HTTP_URL = '', HTTP_TOKEN = '', CAPABILITIES = '', TOOLS = '' } = process.env;
const EVERY = 'stdio, every capability';
/** As the Python runners: the usual five seconds are too few for a start on a busy machine. */
const PATIENT = { timeout: 60_000, clientSessionTimeoutSeconds: 60 };
const headers = { Authorization: `Bearer ${HTTP_TOKEN}` };
/** What each tool is called with, `@` before the name of an element, and what its answer says. */
const CALLS = JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8'));
/** Of tools that are off by default; where the machine has nothing for one, with the refusal that it answers. */
const OPT_IN_CALLS = JSON.parse(readFileSync(new URL('opt-in-calls.json', import.meta.url), 'utf8'));
let client = '';
let args = defaultArgs;
let listed = [];
const say = (what, why = '') => console.log(JSON.stringify({ client, what, why: String(why) }));
const attempt = async (what, act) => {
  try {
    say(what, (await act()) ?? '');
  } catch (error) {
    say(what, error?.message ?? error);
  }
};

/** What a converter lost of a schema: properties, types (of the elements of lists too) and values. */
function lossOf(before, after, path = '') {
  return Object.entries(before.properties ?? {}).flatMap(([key, value]) => {
    const now = bare(after?.properties?.[key]);
    return now === undefined ? [`${path}${key} is gone`] : changesOf(value, now, `${path}${key}`);
  });
}

function changesOf(value, now, at) {
  if (now?.type === undefined) return [`${at} has no type`];
  const lost = [];
  if (!typesOf(now).includes(value.type)) lost.push(`${at} became ${typesOf(now).join(' or ')}`);
  if (value.enum && JSON.stringify(value.enum) !== JSON.stringify((now.enum ?? []).filter((one) => one !== null)))
    lost.push(`${at} has other values`);
  if (value.items) lost.push(...changesOf(value.items, bare(now.items), `${at}[]`));
  return [...lost, ...lossOf(value, now, `${at}.`)];
}

const lossesOf = (converted) =>
  listed
    .flatMap(({ name, inputSchema }) => lossOf(inputSchema, converted(name)).map((what) => `${name}: ${what}`))
    .join('; ');

const typesOf = ({ type }) => [type].flat().filter((one) => one !== 'null');

/** Strict schemas say "or null" in one of two ways. */
function bare(schema) {
  const forms = schema?.anyOf?.filter(({ type }) => type !== 'null');
  return forms?.length === 1 ? forms[0] : schema;
}

/** Calls every tool; `names` are those that the client lists. */
async function useTools(names, call) {
  const text = async (name, input) => JSON.stringify(await call(name, input));
  let page = '';
  // On a machine that is busy the first start of a browser can take longer than a call may.
  for (let tries = 0; tries < 3 && !page.includes('[ref='); tries += 1)
    page = await text('browser_navigate', { url }).catch((error) => String(error));
  const ref = (name) => new RegExp(`${name}[^\\]]*?\\[ref=(e\\d+)\\]`, 'u').exec(page)?.[1] ?? 'e0';
  const filled = (value) => {
    if (value === '@url') return `${url}?again`;
    if (typeof value === 'string') return value.startsWith('@') ? ref(value.slice(1)) : value;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  const optIn = OPT_IN_CALLS.filter(({ tool }) => listed.some(({ name }) => name === tool));
  // The last one closes the session.
  const calls = [...CALLS.slice(0, -1), ...optIn, ...CALLS.slice(-1)];
  const wrong = [...new Set(names)].flatMap((name) =>
    calls.some(({ tool }) => tool === name) ? [] : [`${name} is not called`],
  );
  for (const { tool, with: input, says, isRefused = false } of calls) {
    const answer = await text(tool, filled(input)).catch((error) => String(error));
    const failed = /"isError":true|call\.[a-z]|browser\.[a-z-]+:|session\.none|policy\./u.test(answer);
    if (!new RegExp(says, 'u').test(answer) || (failed && !isRefused)) wrong.push(`${tool}: ${answer.slice(0, 300)}`);
  }
  say(`${names.length} tools, each called`, wrong.join('; '));
}

/** For any of these the whole request is refused, as the API's own description of a schema says. */
function unfitForGemini(schema, at) {
  const { type, properties = {}, items, enum: values } = schema ?? {};
  if (typeof type !== 'string') return [`${at} has no single type`];
  const parts = Object.entries(properties);
  return [
    ...(schema.additionalProperties === undefined ? [] : [`${at} has additionalProperties`]),
    ...(values !== undefined && type !== 'string' ? [`${at} has an enum of type ${type}`] : []),
    ...(type === 'object' && parts.length === 0 ? [`${at} is an object without properties`] : []),
    ...parts.flatMap(([key, value]) => unfitForGemini(value, `${at}.${key}`)),
    ...(items === undefined ? [] : unfitForGemini(items, `${at}[]`)),
  ];
}

async function mastra(over) {
  const { MCPClient } = await import('@mastra/mcp');
  const core = JSON.parse(readFileSync(new URL('node_modules/@mastra/core/package.json', import.meta.url), 'utf8'));
  const isOld = core.version.startsWith('0.');
  const server = over !== 'HTTP' ? { command, args } : { url: new URL(HTTP_URL), requestInit: { headers } };
  const mcp = new MCPClient({ id: `gw-${over}`, servers: { gw: server } });
  try {
    const tools = await (mcp.listTools?.() ?? mcp.getTools());
    const named = (name) => tools[`gw_${name}`];
    await attempt(`${listed.length} schemas`, async () => {
      const { z } = await import('zod');
      // Since 2.0 a schema converts itself; before, it was one of Zod.
      const converted = ({ inputSchema }) =>
        inputSchema['~standard']?.jsonSchema?.input({ target: 'draft-07' }) ??
        z.toJSONSchema(inputSchema, { io: 'input' });
      return lossesOf((name) => converted(named(name)));
    });
    const names = Object.keys(tools).map((name) => name.replace(/^gw_/u, ''));
    await useTools(names, async (name, input) => {
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
  const common = { name: 'gw', cacheToolsList: true, ...PATIENT };
  const server =
    over !== 'HTTP'
      ? new MCPServerStdio({ ...common, command, args })
      : new MCPServerStreamableHttp({ ...common, url: HTTP_URL, requestInit: { headers } });
  await server.connect();
  try {
    const tools = new Map((await server.listTools()).map((tool) => [tool.name, mcpToFunctionTool(tool, server, true)]));
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
    await useTools([...tools.keys()], (name, input) => {
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
  const { ChatGoogleGenerativeAI } = await import('@langchain/google-genai');
  const server =
    over !== 'HTTP' ? { transport: 'stdio', command, args } : { transport: 'http', url: HTTP_URL, headers };
  const mcp = new MultiServerMCPClient({ mcpServers: { gw: server } });
  try {
    const tools = await mcp.getTools();
    const gemini = new ChatGoogleGenerativeAI({ apiKey: 'none', model: 'gemini-2.5-pro' }).invocationParams({ tools });
    await attempt(`${tools.length} schemas for Gemini`, () => {
      const declared = gemini.tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
      const named = (name) => declared.find((one) => one.name === name)?.parameters;
      return [lossesOf(named), ...listed.flatMap(({ name }) => unfitForGemini(named(name), name))]
        .filter((what) => what !== '')
        .join('; ');
    });
    await attempt(`${tools.length} schemas for OpenAI`, () =>
      tools
        .flatMap((tool) =>
          lossOf(tool.schema, convertToOpenAITool(tool).function.parameters).map((what) => `${tool.name}: ${what}`),
        )
        .join('; '),
    );
    const names = tools.map(({ name }) => name);
    await useTools(names, (name, input) => tools.find((tool) => tool.name === name).invoke(input));
  } finally {
    await mcp.close();
  }
}

async function vercel(over) {
  const sdk = await import('@ai-sdk/mcp');
  const { Experimental_StdioMCPTransport } = await import('@ai-sdk/mcp/mcp-stdio');
  const create = sdk.createMCPClient ?? sdk.experimental_createMCPClient;
  const transport =
    over !== 'HTTP' ? new Experimental_StdioMCPTransport({ command, args }) : { type: 'http', url: HTTP_URL, headers };
  const mcp = await create({ transport });
  try {
    const tools = await mcp.tools();
    await attempt(`${listed.length} schemas`, () => lossesOf((name) => tools[name].inputSchema.jsonSchema));
    await useTools(Object.keys(tools), (name, input) => tools[name].execute(input, { toolCallId: name, messages: [] }));
  } finally {
    await mcp.close();
  }
}

/** The tools as the server lists them: what the converters are compared with. */
async function listTools() {
  const { MCPServerStdio } = await import('@openai/agents');
  const server = new MCPServerStdio({ name: 'gw', command, args, ...PATIENT });
  await server.connect();
  try {
    return await server.listTools();
  } finally {
    await server.close();
  }
}

const CLIENTS = {
  Mastra: mastra,
  'OpenAI Agents (strict)': openaiAgents,
  'LangChain.js': langchain,
  'Vercel AI SDK': vercel,
};
for (const over of ['stdio', 'HTTP', EVERY]) {
  args = over === EVERY ? [...defaultArgs, '--capabilities', CAPABILITIES] : defaultArgs;
  listed = await listTools();
  const missing = TOOLS.split(',').filter((tool) => over === EVERY && !listed.some(({ name }) => name === tool));
  client = `the server, ${over}`;
  say(`lists ${listed.length} tools`, missing.join(', '));
  for (const [name, run] of Object.entries(CLIENTS)) {
    client = `${name}, ${over}`;
    await attempt('connects', () => run(over));
  }
}
process.exit(0);
