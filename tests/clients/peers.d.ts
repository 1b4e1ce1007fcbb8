// Packages that `npm run test:clients` installs in a folder of its own.
declare module '@ai-sdk/mcp';
declare module '@ai-sdk/mcp/mcp-stdio';
declare module '@langchain/core/utils/function_calling';
declare module '@langchain/mcp-adapters';
declare module '@mastra/mcp';
declare module '@openai/agents';
