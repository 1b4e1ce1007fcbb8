import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Released, ToolListing } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';

const RESULT_META_KEY = 'gatewright/result';

export function encodeResult(released: Released): CallToolResult {
  const { blocks, structured, meta, isError } = openReleased(released);
  return {
    content: blocks.map((block) => ({ ...block })),
    isError,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(meta === undefined ? {} : { _meta: { [RESULT_META_KEY]: meta } }),
  };
}

/** `capability` stays behind: it is the operator's word, and every listed byte costs the model tokens. */
export function encodeListing(listing: ToolListing): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = listing;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: 'object' } }),
    annotations,
  };
}
