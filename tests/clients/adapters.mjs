// Copied beside its libraries by run.mjs: the SDK's adapters in the real frameworks, each with a scripted model, and a
// person who is asked by the program itself. One line of JSON for each try.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// By its name, as a program would; here it is only what was built.
const load = (name) => import(name);
const { createGatewright } = await load('gatewright');
const { aiSdkTools } = await load('gatewright/ai-sdk');
const { langchainTools } = await load('gatewright/langchain');
const { mastraTools } = await load('gatewright/mastra');
const { openAiAgentsTools } = await load('gatewright/openai-agents');

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

async function attempt(client, run) {
  for (const yes of [false, true]) {
    const session = gw.session({
      principal: client.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      name: yes ? 'yes' : 'no',
    });
    operator.yes = yes;
    operator.questions = [];
    const before = await deletions();
    try {
      const told = await run(session);
      const wrong = [
        told.length === SCRIPT.length
          ? undefined
          : `the model was told ${told.length} results: ${JSON.stringify(told).slice(0, 600)}`,
        /<<page/u.test(told[0] ?? '') ? undefined : `no fence: ${told[0]?.slice(0, 300)}`,
        operator.questions.length === 1 ? undefined : `asked ${operator.questions.length} times`,
        yes || /approval\.denied/u.test(told[1] ?? '') ? undefined : `not denied: ${told[1]?.slice(0, 300)}`,
        (await deletions()) - before === (yes ? 1 : 0) ? undefined : 'the site saw something else',
        (told[2] ?? '').length > 2000 ? undefined : `no picture: ${told[2]?.slice(0, 200)}`,
      ].filter((what) => what !== undefined);
      say(client, yes ? 'a person says yes' : 'a person says no', wrong.join('; '));
    } catch (error) {
      say(client, yes ? 'a person says yes' : 'a person says no', error?.stack ?? error);
    }
    await session.close().catch(() => undefined);
  }
}

async function deletions() {
  return Number(await (await fetch(new URL('/deletions', url))).text());
}

async function aiSdk(session) {
  const { generateText, stepCountIs } = await load('ai');
  const { MockLanguageModelV3, MockLanguageModelV2 } = await import('ai/test');
  const told = [];
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 }, totalTokens: 2 };
  const doGenerate = async ({ prompt }) => {
    const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    told.splice(0, told.length, ...results.map(({ output }) => textOf(output)));
    const next = SCRIPT[results.length];
    const finish = (reason) => (MockLanguageModelV3 === undefined ? reason : { unified: reason, raw: reason });
    if (next === undefined)
      return { content: [{ type: 'text', text: 'done' }], finishReason: finish('stop'), usage, warnings: [] };
    const call = {
      type: 'tool-call',
      toolCallId: `c${results.length}`,
      toolName: next[0],
      input: JSON.stringify(next[1]),
    };
    return { content: [call], finishReason: finish('tool-calls'), usage, warnings: [] };
  };
  const model = new (MockLanguageModelV3 ?? MockLanguageModelV2)({ doGenerate });
  await generateText({ model, tools: aiSdkTools(session), prompt: 'go', stopWhen: stepCountIs(6) });
  return told;
}

async function langchain(session) {
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
      const next = SCRIPT[results.length];
      const tool_calls = next === undefined ? [] : [{ id: `c${results.length}`, name: next[0], args: next[1] }];
      return { generations: [{ text: '', message: new AIMessage({ content: 'done', tool_calls }) }] };
    }
  }
  const agent = createReactAgent({ llm: new Scripted(), tools: langchainTools(session) });
  await agent.invoke({ messages: [{ role: 'user', content: 'go' }] });
  return told;
}

async function openAiAgents(session) {
  const { Agent, Usage, run, setTracingDisabled } = await load('@openai/agents');
  setTracingDisabled(true);
  const told = [];
  const model = {
    async getResponse({ input }) {
      const results = Array.isArray(input) ? input.filter(({ type }) => type === 'function_call_result') : [];
      told.splice(0, told.length, ...results.map(({ output }) => textOf(output)));
      const next = SCRIPT[results.length];
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
  await run(new Agent({ name: 'scripted', instructions: 'go', model, tools: openAiAgentsTools(session) }), 'go');
  return told;
}

async function mastra(session) {
  const { Agent } = await import('@mastra/core/agent');
  const told = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const partsFor = (prompt) => {
    const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    told.splice(0, told.length, ...results.map(({ output }) => textOf(output)));
    const next = SCRIPT[results.length];
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
  const stream = await agent.stream('go', { maxSteps: 6 });
  await stream.consumeStream();
  return told;
}

function textOf(output) {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

await attempt('AI SDK', aiSdk);
await attempt('LangChain.js', langchain);
await attempt('OpenAI Agents', openAiAgents);
await attempt('Mastra', mastra);
await gw.close();
rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
