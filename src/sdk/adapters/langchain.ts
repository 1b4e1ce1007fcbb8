import { tool as makeTool } from '@langchain/core/tools';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { runForModel } from './run-tool.js';
import type { ToolSource } from './run-tool.js';

/** The session's tools for LangChain.js and LangGraph: `model.bindTools(tools)`, `new ToolNode(tools)`. */
export function langchainTools(session: ToolSource): StructuredToolInterface[] {
  return session.tools().map((tool) => {
    const { name, description, inputSchema } = tool;
    const run = async (input: unknown, config?: { readonly signal?: AbortSignal }): Promise<object[] | string> => {
      const { text, content } = await runForModel(tool, input, config?.signal);
      if (content.every(({ type }) => type === 'text')) return text;
      return content.map((part) =>
        part.type === 'text'
          ? part
          : { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
      );
    };
    return makeTool(run, { name, description, schema: inputSchema });
  });
}
