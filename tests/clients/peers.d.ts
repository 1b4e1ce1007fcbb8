// Packages that `npm run test:clients` installs in a folder of its own.
declare module '@ai-sdk/mcp';
declare module '@ai-sdk/mcp/mcp-stdio';
declare module '@langchain/core/utils/function_calling';
declare module '@langchain/google-genai';
declare module '@langchain/mcp-adapters';
declare module '@mastra/mcp';
declare module '@langchain/core/language_models/chat_models';
declare module '@langchain/core/messages';
declare module '@langchain/langgraph/prebuilt';
declare module '@mastra/core/agent';
declare module 'ai/test';
declare module '@openai/agents';
