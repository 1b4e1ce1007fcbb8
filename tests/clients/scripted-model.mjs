// A model on loopback that follows a script: it calls the tools that it is told to, one after the other, and keeps what
// it was given back. It speaks the streaming protocols of Anthropic, OpenAI (Responses) and Gemini.
import { createServer } from 'node:http';

/** @typedef {{ tool: string, args: Record<string, unknown> }} Step */
/** @typedef {{ tools: string[], results: string[] }} Seen what reached the model */

/**
 * @param {readonly Step[]} script
 * @returns {Promise<{ url: string, seen: Seen, close(): void }>}
 */
export async function startScriptedModel(script) {
  /** @type {Seen} */
  const seen = { tools: [], results: [] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://model').pathname;
      const protocol = PROTOCOLS.find((one) => one.path.test(path));
      if (request.method !== 'POST' || protocol === undefined) return void response.writeHead(404).end('{}');
      const { tools, results } = protocol.read(JSON.parse(body));
      // Clients also ask for titles and summaries, without tools.
      if (tools.length > 0) {
        seen.tools = tools;
        if (results.length >= seen.results.length) seen.results = results;
      }
      const step = tools.length === 0 ? undefined : script[results.length];
      const name = tools.find((tool) => step !== undefined && (tool === step.tool || tool.endsWith(`_${step.tool}`)));
      const isStream = !path.endsWith(':generateContent') && !/"stream":\s*false/u.test(body);
      protocol.answer(response, name === undefined ? undefined : { name, args: step?.args ?? {} }, isStream);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model has no port');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, seen, close };
}

const DONE = 'Done.';
const textIn = (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const PROTOCOLS = [
  {
    path: /\/v1\/messages$/u,
    read: ({ tools = [], messages = [] }) => ({
      tools: tools.map(({ name }) => name),
      results: messages
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === 'tool_result')
        .map(({ content }) => textIn(content)),
    }),
    answer: answerAnthropic,
  },
  {
    path: /\/responses$/u,
    read: ({ tools = [], input = [] }) => ({
      tools: tools.flatMap(namesOf),
      results: input.filter(({ type }) => type === 'function_call_output').map(({ output }) => textIn(output)),
    }),
    answer: answerOpenai,
  },
  {
    path: /:(?:stream)?generateContent$/iu,
    read: ({ tools = [], contents = [] }) => ({
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      results: contents
        .flatMap(({ parts = [] }) => parts)
        .filter(({ functionResponse }) => functionResponse !== undefined)
        .map(({ functionResponse }) => textIn(functionResponse.response)),
    }),
    answer: answerGemini,
  },
];

/** Functions of a namespace are called by their own name, with the namespace beside it. */
function namesOf({ type, name, tools }) {
  return type === 'namespace' ? tools.map((tool) => `${name}${SEPARATOR}${tool.name}`) : [name ?? type];
}
const SEPARATOR = ' _';

function answerAnthropic(response, call, isStream) {
  const block =
    call === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: idOf(), name: call.name, input: {} };
  const stop_reason = call === undefined ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: idOf(),
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    usage,
  };
  if (!isStream) {
    const content = [call === undefined ? { type: 'text', text: DONE } : { ...block, input: call.args }];
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ ...message, content, stop_reason }));
  }
  const delta =
    call === undefined
      ? { type: 'text_delta', text: DONE }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.args) };
  sendEvents(response, [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]);
}

function answerOpenai(response, call) {
  const [namespace, name] = call?.name.includes(SEPARATOR) ? call.name.split(SEPARATOR) : [undefined, call?.name];
  const item =
    call === undefined
      ? {
          type: 'message',
          id: idOf(),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: DONE }],
        }
      : {
          ...{ type: 'function_call', id: idOf(), call_id: idOf(), name, arguments: JSON.stringify(call.args) },
          ...(namespace === undefined ? {} : { namespace }),
        };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const id = idOf();
  sendEvents(response, [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, status: 'completed', output: [item], usage } },
  ]);
}

function answerGemini(response, call, isStream) {
  const part = call === undefined ? { text: DONE } : { functionCall: call };
  const answer = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  response.end(isStream ? `data: ${JSON.stringify(answer)}\n\n` : JSON.stringify(answer));
}

function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

let last = 0;
function idOf() {
  last += 1;
  return `id_${last}`;
}
