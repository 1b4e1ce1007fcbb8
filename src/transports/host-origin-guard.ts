import { isJsonContentType } from '@modelcontextprotocol/server';
import type { ErrorCode } from '../core/index.js';
import type { OwnHosts } from './own-hosts.js';
import { codedFault, plainFault, RPC } from './protocol-fault.js';

export interface HttpRefusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 503;
  readonly says: string;
  readonly code?: ErrorCode;
  readonly retryAfterMs?: number;
  readonly rpcCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const BEARER = /^bearer +([a-z0-9._~+/-]{1,512}=*)$/i;

/** DNS rebinding and cross-site requests: a browser cannot lie about either header, and other clients need not. */
export function refuseForeignSite(headers: Headers, hosts: OwnHosts): HttpRefusal | undefined {
  const origins = hosts.get(headers.get('host')?.toLowerCase() ?? '');
  if (origins === undefined) return { status: 403, says: 'Forbidden: not the name of this server' };
  const origin = headers.get('origin');
  if (origin !== null && !origins.includes(origin.toLowerCase()))
    return { status: 403, says: 'Forbidden: not the origin of this server' };
  return undefined;
}

export function refuseMediaType(headers: Headers): HttpRefusal | undefined {
  if (isJsonContentType(headers.get('content-type'))) return undefined;
  return { status: 415, says: 'Unsupported Media Type: send application/json' };
}

/** From the header and nowhere else: a query ends up in logs and histories. */
export function readBearer(headers: Headers): string | undefined {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1];
}

export function refuseUnknownToken(headers: Headers): HttpRefusal {
  const presented = headers.has('authorization') ? ', error="invalid_token"' : '';
  return {
    status: 401,
    says: 'Unauthorized: show the token as Authorization: Bearer …',
    headers: { 'WWW-Authenticate': `Bearer realm="gatewright"${presented}` },
  };
}

export function refusalResponse(refusal: HttpRefusal): Response {
  const rpcCode = refusal.rpcCode ?? RPC.serverError;
  const { code, retryAfterMs } = refusal;
  const body = code === undefined ? plainFault(rpcCode, refusal.says) : codedFault(null, rpcCode, code, retryAfterMs);
  return Response.json(body, { status: refusal.status, headers: { ...refusal.headers } });
}
