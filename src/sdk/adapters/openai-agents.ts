import { tool as makeTool } from '@openai/agents';
import type { Tool } from '@openai/agents';
import { runForModel } from './run-tool.js';
import type { ToolSource } from './run-tool.js';

/** The session's tools for `new Agent({ tools })` of the OpenAI Agents SDK. */
export function openAiAgentsTools(session: ToolSource): Tool[] {
  return session.tools().map((tool) => {
    const { name, description, inputSchema } = tool;
    return makeTool({
      name,
      description,
      // Strict mode would make every argument required; ours are checked by the gateway.
      parameters: { required: [], ...inputSchema, additionalProperties: true },
      strict: false,
      execute: async (input: unknown, _context?: unknown, details?: { readonly signal?: AbortSignal }) => {
        const { text, content } = await runForModel(tool, input, details?.signal);
        if (content.every(({ type }) => type === 'text')) return text;
        return content.map((part) =>
          part.type === 'text' ? part : { type: 'image', image: `data:${part.mimeType};base64,${part.data}` },
        );
      },
    });
  });
}
