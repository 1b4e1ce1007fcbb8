import type { JsonObject, Released, ToolListing } from '../../src/core/index.js';
import { mintReleased } from '../../src/core/seals/released-mint.js';
import type { CallRequest, Gateway } from '../../src/gateway/gateway.js';

type Run = (request: CallRequest) => Promise<Released> | Released;

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
const RED_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const say = (text: string, isError = false): Released => mintReleased({ isError, blocks: [{ type: 'text', text }] });

/** The tools that the suite calls by name, as far as our kind of result can express them. */
const TOOLS: readonly { readonly name: string; readonly run: Run; readonly inputSchema?: JsonObject }[] = [
  { name: 'test_simple_text', run: () => say('This is a simple text response for testing.') },
  {
    name: 'test_image_content',
    run: () => mintReleased({ isError: false, blocks: [{ type: 'image', data: RED_PIXEL, mimeType: 'image/png' }] }),
  },
  { name: 'test_error_handling', run: () => say('This tool intentionally returns an error for testing', true) },
  { name: 'test_tool_with_progress', run: reportProgress },
  // Both check what must not be on a stream: requests of our own, and log lines that nobody asked for.
  { name: 'test_streaming_elicitation', run: reportProgress },
  { name: 'test_logging_tool', run: () => say('done, and nothing logged') },
  { name: 'json_schema_2020_12_tool', run: () => say('ok'), inputSchema: schemaOf2020() },
];

export const conformanceGateway: Gateway = {
  instructions: 'Tools for the conformance suite.',
  disconnected: () => Promise.resolve(),
  list: () =>
    TOOLS.map(({ name, inputSchema = NO_ARGUMENTS }): ToolListing => ({
      name,
      description: `The suite's ${name}.`,
      capability: 'read',
      inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })),
  handle: async (request) => {
    const tool = TOOLS.find(({ name }) => name === request.tool);
    return tool === undefined ? say('call.unknown-tool: There is no such tool.', true) : await tool.run(request);
  },
};

async function reportProgress(request: CallRequest): Promise<Released> {
  for (const step of ['begun', 'half done', 'done']) {
    request.progress?.(step);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return say('done');
}

function schemaOf2020(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  };
}
