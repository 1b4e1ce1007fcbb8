import { request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RawAsk {
  readonly method?: string;
  readonly path?: string;
  /** `undefined` leaves a header out that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** A `tools/call` of 2026-07-28 that is right in every way, spoilt in one by `ask`. */
export function ask(
  port: number,
  { method = 'POST', path = '/mcp', headers = {}, body = CALL }: RawAsk = {},
): Promise<RawAnswer> {
  const all: Record<string, string | undefined> = {
    host: `127.0.0.1:${port}`,
    authorization: 'Bearer token-of-ann',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
    ...headers,
  };
  const sent = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers: sent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

export const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: 'echo',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

export const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

export const LEGACY_CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'echo', arguments: {} },
});

/** What a client of 2025-11-25 sends; the headers of 2026-07-28 are left out. */
export function legacy(headers: Readonly<Record<string, string | undefined>> = {}): Record<string, string | undefined> {
  return { 'mcp-protocol-version': '2025-11-25', 'mcp-method': undefined, 'mcp-name': undefined, ...headers };
}
