import { createTool } from '@mastra/core/tools';
import type { ToolAction } from '@mastra/core/tools';
import { fromJSONSchema } from 'zod';
import { runForModel } from './run-tool.js';
import type { ToolPicture, ToolSource } from './run-tool.js';

/** The session's tools for `new Agent({ tools })` of Mastra. 0.x shows a model no pictures, so that it is told in words. */
export function mastraTools(session: ToolSource): Record<string, ToolAction> {
  const tools = session.tools().map((tool) => {
    const { name, description, inputSchema } = tool;
    const execute = async (given: unknown, context?: unknown): Promise<object> => {
      const { text, content, isError } = await runForModel(tool, inputIn(given), signalIn(context) ?? signalIn(given));
      const images = content.filter((part) => part.type === 'image');
      const flaw = isError ? { isError } : {};
      if (images.length === 0) return { text, ...flaw };
      return isOldForm(given) ? { text: `${text}\n${NO_PICTURE}`, ...flaw } : { text, images, ...flaw };
    };
    const parts = { id: name, description, inputSchema: fromJSONSchema(inputSchema), execute, toModelOutput };
    return [name, createTool(parts)] as const;
  });
  return Object.fromEntries(tools);
}

const NO_PICTURE = 'The picture cannot be shown here: @mastra/core 1 or later shows it.';

/** A result with pictures, in the form of the AI SDK 5, which Mastra takes. */
function toModelOutput(output: unknown): object | undefined {
  if (!isWithPictures(output)) return undefined;
  const pictures = output.images.map(({ data, mimeType }) => ({ type: 'media', data, mediaType: mimeType }));
  return { type: 'content', value: [{ type: 'text', text: output.text }, ...pictures] };
}

function isWithPictures(output: unknown): output is { readonly text: string; readonly images: readonly ToolPicture[] } {
  return typeof output === 'object' && output !== null && 'images' in output;
}

/** Up to 0.x the arguments stand in `context`, which no tool has as an argument; since 1.x they come by themselves. */
function inputIn(given: unknown): unknown {
  return isOldForm(given) ? given.context : given;
}

function isOldForm(given: unknown): given is { readonly context: unknown } {
  return typeof given === 'object' && given !== null && 'context' in given;
}

function signalIn(given: unknown): AbortSignal | undefined {
  const signal = typeof given === 'object' && given !== null && 'abortSignal' in given ? given.abortSignal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}
