import { isGatewrightError } from '../gatewright-error.js';
import type { GatewrightSession, SessionTool, ToolContent, ToolResult } from '../types.js';

/** What an adapter reshapes: a session, or anything else that lists such tools. */
export type ToolSource = Pick<GatewrightSession, 'tools'>;

export interface ForModel extends Pick<ToolResult, 'text' | 'content'> {
  readonly isError: boolean;
}

export type ToolPicture = Extract<ToolContent, { readonly type: 'image' }>;

/**
 * A refusal is an answer: the model reads its code, why, and what to do next, and page text in it is fenced. Whatever else
 * goes wrong, an abort of the program among it, is the program's to handle.
 */
export async function runForModel(
  tool: SessionTool,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<ForModel> {
  try {
    const { text, content } = await tool.execute(input, signal === undefined ? {} : { signal });
    return { text, content, isError: false };
  } catch (error) {
    if (signal?.aborted === true || !isGatewrightError(error) || error.result === undefined) throw error;
    const { text, content } = error.result;
    return { text, content, isError: true };
  }
}
