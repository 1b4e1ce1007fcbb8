import { request as startRequest } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Access {
  readonly server: string;
  readonly username: string;
  readonly password: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: string;
}

export function credentials({ username, password }: Access): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** One plain request through the proxy, in absolute form. */
export function fetchVia(
  access: Access,
  url: string,
  options: { method?: string; body?: string; headers?: Record<string, string>; anonymous?: boolean } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(access.server);
  return new Promise((resolve, reject) => {
    const request = startRequest({
      ...{ host: hostname, port, path: url, method: options.method ?? 'GET', agent: false },
      headers: {
        host: URL.canParse(url) ? new URL(url).host : 'x',
        ...(options.anonymous !== true && { 'proxy-authorization': credentials(access) }),
        ...options.headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    request.end(options.body);
  });
}

/** A tunnel; the socket is ready for use when the status is 200. */
export function connectVia(
  access: Access,
  authority: string,
  authorization?: string,
): Promise<{ status: number; body: string; socket: Socket }> {
  const { hostname, port } = new URL(access.server);
  return new Promise((resolve, reject) => {
    const request = startRequest({
      ...{ host: hostname, port, method: 'CONNECT', path: authority, agent: false },
      headers: { host: authority, 'proxy-authorization': authorization ?? credentials(access) },
    });
    request.on('error', reject);
    request.on('connect', (response, socket, head) => {
      let body = head.toString();
      if (response.statusCode === 200) {
        resolve({ status: 200, body, socket });
        return;
      }
      socket.on('data', (chunk: Buffer) => (body += chunk.toString()));
      socket.on('close', () => {
        resolve({ status: response.statusCode ?? 0, body, socket });
      });
    });
    request.end();
  });
}

/** Bytes as they are, and everything that comes back until the proxy closes or falls silent. */
export function sendRaw(access: Access, bytes: string, quietMs = 300): Promise<string> {
  const { hostname, port } = new URL(access.server);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    let quiet = setTimeout(done, 3000);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(done, quietMs);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(quiet);
      resolve(text);
    });
    socket.write(bytes, 'latin1');
  });
}
