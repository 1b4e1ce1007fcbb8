import { ERRORS, type ErrorCode, withOwnCommand } from '../core/index.js';

export type RpcId = string | number;

export interface ProtocolFault {
  readonly jsonrpc: '2.0';
  readonly id: RpcId | null;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly code: ErrorCode; readonly retryAfterMs?: number };
  };
}

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  sessionNotFound: -32001,
} as const;

/** What is wrong below the level of a tool call: a JSON-RPC error that still carries a code from the table. */
export function codedFault(id: RpcId | null, rpcCode: number, code: ErrorCode, retryAfterMs?: number): ProtocolFault {
  const when = retryAfterMs === undefined ? '' : ` (retryAfterMs: ${String(retryAfterMs)})`;
  const data = { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  return { jsonrpc: '2.0', id, error: { code: rpcCode, message: `${sayFault(code)}${when}`, data } };
}

/** For HTTP's own refusals, which no agent can mend. */
export function plainFault(rpcCode: number, message: string): ProtocolFault {
  return { jsonrpc: '2.0', id: null, error: { code: rpcCode, message } };
}

export function sayFault(code: ErrorCode): string {
  return `${code}: ${withOwnCommand(ERRORS[code].says)}`;
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
