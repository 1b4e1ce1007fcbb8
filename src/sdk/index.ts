import type { Gatewright, GatewrightOptions } from './types.js';

export { GatewrightError, isGatewrightError } from './gatewright-error.js';
export type { GatewrightErrorCode, PageWords, ToolFacts, ToolInputs } from './tool-types.generated.js';
export type {
  ApprovalAnswer,
  ApprovalQuestion,
  ApprovalReply,
  FailureFacts,
  Gatewright,
  GatewrightOptions,
  GatewrightSession,
  McpTransport,
  NarrowingPolicy,
  ObjectSchema,
  RecordSink,
  SessionOptions,
  SessionTool,
  ToolCallOptions,
  ToolContent,
  ToolName,
  ToolResult,
  VaultReader,
} from './types.js';

/**
 * The gateway inside this program: a workspace, a record and a policy of its own. A browser starts with the first call
 * that needs one. Rejects with a GatewrightError.
 */
export async function createGatewright(options: GatewrightOptions = {}): Promise<Gatewright> {
  // Loaded late: importing the package alone stays cheap.
  const { openGatewright } = await import('./open-gatewright.js');
  return openGatewright(options);
}
