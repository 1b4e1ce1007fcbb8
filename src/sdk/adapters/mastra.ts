import { createTool } from '@mastra/core/tools';
import type { ToolAction } from '@mastra/core/tools';
import { fromJSONSchema } from 'zod';
import { runForModel } from './run-tool.js';
import type { ToolSource } from './run-tool.js';

/** The session's tools for `new Agent({ tools })` of Mastra (0.x and 1.x). */
export function mastraTools(session: ToolSource): Record<string, ToolAction> {
  const tools = session.tools().map((tool) => {
    const { name, description, inputSchema } = tool;
    const execute = async (given: unknown, context?: unknown): Promise<object> => {
      const { text, content, isError } = await runForModel(tool, inputIn(given), signalIn(context) ?? signalIn(given));
      const images = content.filter(({ type }) => type === 'image');
      return { text, ...(isError && { isError }), ...(images.length > 0 && { images }) };
    };
    return [name, createTool({ id: name, description, inputSchema: fromJSONSchema(inputSchema), execute })] as const;
  });
  return Object.fromEntries(tools);
}

/** Up to 0.x the arguments stand in `context`, which no tool has as an argument; since 1.x they come by themselves. */
function inputIn(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'context' in given ? given.context : given;
}

function signalIn(given: unknown): AbortSignal | undefined {
  const signal = typeof given === 'object' && given !== null && 'abortSignal' in given ? given.abortSignal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}
