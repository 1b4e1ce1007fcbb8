// The parts that the adapters use of packages that are installed where the adapters are used, and not here.
declare module 'ai' {
  export type ToolSet = Record<string, object>;
  export function jsonSchema(schema: object): object;
}

declare module '@langchain/core/tools' {
  export interface StructuredToolInterface {
    readonly name: string;
  }
  export function tool(
    run: (input: unknown, config?: { readonly signal?: AbortSignal }) => Promise<object[] | string>,
    fields: { readonly name: string; readonly description: string; readonly schema: object },
  ): StructuredToolInterface;
}

declare module '@openai/agents' {
  export interface Tool {
    readonly name: string;
  }
  export function tool(options: {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
    readonly strict: false;
    readonly execute: (
      input: unknown,
      context?: unknown,
      details?: { readonly signal?: AbortSignal },
    ) => Promise<object[] | string>;
  }): Tool;
}

declare module '@mastra/core/tools' {
  export interface ToolAction {
    readonly id: string;
  }
  export function createTool(options: {
    readonly id: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly execute: (given: unknown, context?: unknown) => Promise<object>;
    readonly toModelOutput: (output: unknown) => object | undefined;
  }): ToolAction;
}
