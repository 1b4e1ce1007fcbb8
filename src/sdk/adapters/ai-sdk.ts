import * as sdk from 'ai';
import type { ToolSet } from 'ai';
import { runForModel } from './run-tool.js';
import type { ForModel, ToolPicture, ToolSource } from './run-tool.js';

/** The session's tools for `generateText`, `streamText` and agents of the AI SDK (5, 6 and 7). */
export function aiSdkTools(session: ToolSource): ToolSet {
  const tools = session.tools().map((tool) => {
    const { name, description, inputSchema } = tool;
    const made = {
      description,
      inputSchema: sdk.jsonSchema(inputSchema),
      execute: (input: unknown, options?: { readonly abortSignal?: AbortSignal }) =>
        runForModel(tool, input, options?.abortSignal),
      toModelOutput: (given: unknown) => modelOutput(given),
    };
    return [name, made] as const;
  });
  return Object.fromEntries(tools);
}

/** Version 5 gives the output itself, later ones an object that holds it. */
function modelOutput(given: unknown): object {
  const output = isForModel(given) ? given : outputIn(given);
  if (output === undefined) return { type: 'error-text', value: 'internal.fault: the result cannot be read' };
  const { text, content, isError } = output;
  if (isError) return { type: 'error-text', value: text };
  if (content.every(({ type }) => type === 'text')) return { type: 'text', value: text };
  return { type: 'content', value: content.map((part) => (part.type === 'text' ? part : pictureOf(part))) };
}

/** `media` is the only form that version 5 knows; version 7 knows it no more, and `file` is new in it, as `uploadFile` is. */
function pictureOf({ data, mimeType: mediaType }: ToolPicture): object {
  return 'uploadFile' in sdk
    ? { type: 'file', data: { type: 'data', data }, mediaType }
    : { type: 'media', data, mediaType };
}

function outputIn(given: unknown): ForModel | undefined {
  const output = typeof given === 'object' && given !== null && 'output' in given ? given.output : undefined;
  return isForModel(output) ? output : undefined;
}

function isForModel(value: unknown): value is ForModel {
  return typeof value === 'object' && value !== null && 'text' in value && 'content' in value && 'isError' in value;
}
