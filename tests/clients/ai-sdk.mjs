// Copied beside its libraries by run.mjs: a scripted model for the AI SDK, and the block of docs/sdk.md that is run with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By its name, so that it is not looked for where it is not installed. */
const TEST_MODELS = 'ai/test';

/** A model that follows the script, and what it was told. */
export async function aiSdkModel(script) {
  const { MockLanguageModelV4, MockLanguageModelV3, MockLanguageModelV2 } = await import(TEST_MODELS);
  const Model = MockLanguageModelV4 ?? MockLanguageModelV3 ?? MockLanguageModelV2;
  const told = [];
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 }, totalTokens: 2 };
  const doGenerate = async ({ prompt }) => {
    const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
    told.splice(
      0,
      told.length,
      ...results.map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output))),
    );
    const next = script[results.length];
    const finish = (reason) => (Model === MockLanguageModelV2 ? reason : { unified: reason, raw: reason });
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
  return { model: new Model({ doGenerate }), told };
}

/**
 * As it stands there; what it leaves to its reader is there under the same names. Text: why it is not as it should be.
 */
export async function runDocumentedBlock(script, session) {
  const blocks = readFileSync(process.env.SDK_PAGE ?? '', 'utf8').matchAll(/^```ts\n(.*?)^```$/gmsu);
  const [text, ...others] = [...blocks]
    .map(([, block]) => block)
    .filter((block) => block.includes("from 'gatewright/ai-sdk'"));
  if (text === undefined || others.length > 0)
    return text === undefined ? 'there is no such block' : 'there are several';
  const { model, told } = await aiSdkModel(script);
  Object.assign(globalThis, { session, model, prompt: 'go' });
  const file = join(import.meta.dirname, 'documented.mjs');
  writeFileSync(file, text);
  await import(file);
  const isRight = told.length === script.length && /<<page/u.test(told[0]) && /approval\.denied/u.test(told[1]);
  return isRight ? '' : `the model was told: ${JSON.stringify(told).slice(0, 600)}`;
}
