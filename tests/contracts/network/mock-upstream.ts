import { createServer, request as startRequest } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface MockUpstream {
  readonly url: string;
  /** What it was asked for: method, target and the credentials it was given. */
  readonly asked: { readonly method: string; readonly target: string; readonly credentials: string | undefined }[];
  /** How many are open. */
  tunnels(): number;
  /** Answers everything with this status from now on. */
  refuse(status: number): void;
  close(): Promise<void>;
}

/** A company's proxy on loopback, which finds every name at one port of this machine. */
export async function startMockUpstream(siteOf: () => number): Promise<MockUpstream> {
  const asked: MockUpstream['asked'] = [];
  const clients = new Set<Duplex>();
  let refusal: number | undefined;
  const server = createServer((request, response) => {
    asked.push({
      method: request.method ?? '',
      target: request.url ?? '',
      credentials: request.headers['proxy-authorization'],
    });
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? '');
    const onward = startRequest(
      { port: siteOf(), host: '127.0.0.1', method: request.method, path: pathname + search, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, client, head) => {
    asked.push({
      method: 'CONNECT',
      target: request.url ?? '',
      credentials: request.headers['proxy-authorization'],
    });
    clients.add(client);
    client
      .on('error', () => undefined)
      .on('end', () => client.end())
      .on('close', () => clients.delete(client));
    if (refusal !== undefined) {
      client.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(siteOf(), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 mock\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
      // Read to its end even when there is nobody left to tell.
      onward.on('close', () => client.resume());
    });
    onward.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://us%40er:p%3Aw@127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse(status) {
      refusal = status;
    },
    tunnels: () => clients.size,
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.destroy();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
