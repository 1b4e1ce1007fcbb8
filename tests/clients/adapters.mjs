// Copied beside its libraries by run.mjs: the SDK's adapters in the real frameworks that are installed there, each with a
// scripted model, a person who is asked by the program itself, and a run that is aborted. One line of JSON for each try.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aiSdkModel, runDocumentedBlock } from './ai-sdk.mjs';

// By its name, as a program would; here it is only what was built.
const load = (name) => import(name);
const { createGatewright } = await load('gatewright');

const url = process.env.SITE ?? '';
const say = (client, what, why = '') => console.log(JSON.stringify({ client, what, why: String(why) }));
const workspace = mkdtempSync(join(tmpdir(), 'gw-adapters-'));

/** The program's own window: what it was shown, and what its person will say. */
/** @type {{ questions: object[], yes: boolean }} */
const operator = { questions: [], yes: false };
const gw = await createGatewright({
  workspace,
  config: { network: { unsafeAllowPrivate: [new URL(url).host] }, approval: { channels: [] } },
  approvals: async (question) => {
    operator.questions.push(question);
    return { yes: operator.yes, by: 'ann' };
  },
});

/** What the scripted model calls, one after the other; then it says that it is done. */
const SCRIPT = [
  ['browser_navigate', { url }],
  ['browser_click', { role: 'button', name: 'Delete account' }],
  ['browser_screenshot', {}],
];
/** For the run that is aborted: the page never says so. */
const ENDLESS = [
  ['browser_navigate', { url }],
  ['browser_wait_for', { text: 'never there', seconds: 25 }],
];
const ABORT_AFTER_MS = 1500;

async function attempt(client, run, isPicture) {
  for (const yes of [false, true]) {
    const session = gw.session({
      principal: client.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      name: yes ? 'yes' : 'no',
    });
    operator.yes = yes;
    operator.questions = [];
    const before = await deletions();
    try {
      const told = await run(session, SCRIPT);
      const wrong = [
        told.length === SCRIPT.length
          ? undefined
          : `the model was told ${told.length} results: ${JSON.stringify(told).slice(0, 600)}`,
        /<<page/u.test(told[0] ?? '') ? undefined : `no fence: ${told[0]?.slice(0, 300)}`,
        operator.questions.length === 1 ? undefined : `asked ${operator.questions.length} times`,
        yes || /approval\.denied/u.test(told[1] ?? '') ? undefined : `not denied: ${told[1]?.slice(0, 300)}`,
        (await deletions()) - before === (yes ? 1 : 0) ? undefined : 'the site saw something else',
        isPicture(told[2] ?? '') ? undefined : `no picture: ${told[2]?.slice(0, 300)}`,
      ].filter((what) => what !== undefined);
      say(client, yes ? 'a person says yes' : 'a person says no', wrong.join('; '));
    } catch (error) {
      say(client, yes ? 'a person says yes' : 'a person says no', error?.stack ?? error);
    }
    await session.close().catch(() => undefined);
  }
  await attemptAbort(client, run);
}

/** The program gives its run a signal; aborted, the call ends at once, and is not done to its end behind the program's back. */
async function attemptAbort(client, run) {
  const principal = client.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const session = gw.session({ principal, name: 'aborted' });
  const controller = new AbortController();
  const waits = () => recordOf(principal).some(({ tool }) => tool === 'browser_wait_for');
  const running = run(session, ENDLESS, controller.signal).then(
    () => 'ended',
    () => 'rejected',
  );
  for (let i = 0; i < 200 && !waits(); i++) await sleep(100);
  const wasWaiting = waits();
  await sleep(ABORT_AFTER_MS);
  const began = Date.now();
  controller.abort();
  await running;
  const outcome = () => recordOf(principal).find(({ code }) => code === 'call.cancelled');
  for (let i = 0; i < 80 && outcome() === undefined; i++) await sleep(100);
  const tookMs = Date.now() - began;
  const why = !wasWaiting
    ? 'the call did not begin'
    : outcome() === undefined
      ? `no call was cancelled in ${tookMs} ms`
      : tookMs > 10_000
        ? `cancelled after ${tookMs} ms`
        : '';
  say(client, 'an aborted run ends its call', why);
  await session.close().catch(() => undefined);
}

/** Lines of the record of this caller's aborted session; an outcome names its call and not its caller. */
function recordOf(principal) {
  const folder = join(workspace, 'audit');
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line));
  const isOwn = (line) => line.principal === principal && line.session === 'aborted' && line.call !== undefined;
  const own = new Set(lines.filter(isOwn).map(({ call }) => call));
  return lines.filter(({ call }) => own.has(call));
}

async function deletions() {
  return Number(await (await fetch(new URL('/deletions', url))).text());
}

async function aiSdk(session, script, abortSignal) {
  const { aiSdkTools } = await load('gatewright/ai-sdk');
  const { generateText, isStepCount, stepCountIs = isStepCount } = await load('ai');
  const { model, told } = await aiSdkModel(script);
  await generateText({ model, tools: aiSdkTools(session), prompt: 'go', stopWhen: stepCountIs(6), abortSignal });
  return told;
}

async function langchain(session, script, signal) {
  const { langchainTools } = await load('gatewright/langchain');
  const { createReactAgent } = await import('@langchain/langgraph/prebuilt');
  const { BaseChatModel } = await import('@langchain/core/language_models/chat_models');
  const { AIMessage } = await import('@langchain/core/messages');
  const told = [];
  class Scripted extends BaseChatModel {
    constructor() {
      super({});
    }
    _llmType() {
      return 'scripted';
    }
    bindTools() {
      return this;
    }
    async _generate(messages) {
      const results = messages.filter((message) => message.getType() === 'tool');
      told.splice(0, told.length, ...results.map(({ content }) => textOf(content)));
      const next = script[results.length];
      const tool_calls = next === undefined ? [] : [{ id: `c${results.length}`, name: next[0], args: next[1] }];
      return { generations: [{ text: '', message: new AIMessage({ content: 'done', tool_calls }) }] };
    }
  }
  const agent = createReactAgent({ llm: new Scripted(), tools: langchainTools(session) });
  await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, { signal });
  return told;
}

async function openAiAgents(session, script, signal) {
  const { openAiAgentsTools } = await load('gatewright/openai-agents');
  const { Agent, Usage, run, setTracingDisabled } = await load('@openai/agents');
  setTracingDisabled(true);
  const told = [];
  const model = {
    async getResponse({ input }) {
      const results = Array.isArray(input) ? input.filter(({ type }) => type === 'function_call_result') : [];
      told.splice(0, told.length, ...results.map(({ output }) => textOf(output)));
      const next = script[results.length];
      const done = {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'done' }],
      };
      const id = `c${results.length}`;
      const call = next && {
        type: 'function_call',
        id,
        callId: id,
        status: 'completed',
        name: next[0],
        arguments: JSON.stringify(next[1]),
      };
      return { usage: new Usage(), output: [call ?? done] };
    },
    async *getStreamedResponse() {},
  };
  const agent = new Agent({ name: 'scripted', instructions: 'go', model, tools: openAiAgentsTools(session) });
  await run(agent, 'go', { signal });
  return told;
}

async function mastra(session, script, abortSignal) {
  const { mastraTools } = await load('gatewright/mastra');
  const { Agent } = await import('@mastra/core/agent');
  const told = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const partsFor = (prompt) => {
    const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    told.splice(0, told.length, ...results.map(({ output }) => textOf(output)));
    const next = script[results.length];
    if (next === undefined)
      return [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'done' },
        { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: 'stop', usage },
      ];
    const call = {
      type: 'tool-call',
      toolCallId: `c${results.length}`,
      toolName: next[0],
      input: JSON.stringify(next[1]),
    };
    return [call, { type: 'finish', finishReason: 'tool-calls', usage }];
  };
  const model = {
    ...{ specificationVersion: 'v2', provider: 'scripted', modelId: 'scripted', supportedUrls: {} },
    doGenerate: () => Promise.reject(new Error('streams only')),
    doStream: async ({ prompt }) => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          for (const part of partsFor(prompt)) controller.enqueue(part);
          controller.close();
        },
      }),
    }),
  };
  const agent = new Agent({ id: 'scripted', name: 'scripted', instructions: 'go', model, tools: mastraTools(session) });
  const stream = await agent.stream('go', { maxSteps: 6, abortSignal });
  await stream.consumeStream();
  return told;
}

function partsOf(told) {
  try {
    return [JSON.parse(told).value].flat();
  } catch {
    return [];
  }
}

function textOf(output) {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** Each picture in the form that the version's model providers read, never as text. */
const isContent = (form) => (told) =>
  partsOf(told).some((part) => part.type === form && JSON.stringify(part).length > 2000);
const TRIES = [
  {
    client: 'AI SDK',
    from: 'ai',
    run: aiSdk,
    forms: { 5: isContent('media'), 6: isContent('image-data'), 7: isContent('file') },
  },
  {
    client: 'LangChain.js',
    from: '@langchain/langgraph',
    run: langchain,
    forms: { 1: (told) => /"url":"data:image\/\w+;base64,/u.test(told) },
  },
  {
    client: 'OpenAI Agents',
    from: '@openai/agents',
    run: openAiAgents,
    forms: { 0: (told) => /"input_image".*data:image/su.test(told) },
  },
  {
    client: 'Mastra',
    from: '@mastra/core',
    run: mastra,
    // Up to 0.x it has no form for a picture.
    forms: { 0: (told) => told.includes('cannot be shown'), 1: isContent('media') },
  },
];
for (const { client, from, run, forms } of TRIES) {
  const manifest = join(import.meta.dirname, 'node_modules', from, 'package.json');
  if (!existsSync(manifest)) continue;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  await attempt(`${client} ${version}`, run, forms[version.split('.')[0]] ?? (() => false));
}
if (existsSync(join(import.meta.dirname, 'node_modules', 'ai', 'package.json'))) {
  operator.yes = false;
  const session = gw.session({ principal: 'documented', name: 'documented' });
  say(
    'AI SDK',
    'the block of docs/sdk.md',
    await runDocumentedBlock(SCRIPT, session).catch((error) => error?.stack ?? error),
  );
}
await gw.close();
rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
