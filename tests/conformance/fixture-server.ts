import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { serveHttp } from '../../src/transports/http.js';
import { conformanceGateway } from './fixture-gateway.js';

const TOKEN = 'conformance';

/**
 * Our own HTTP stack, and in front of it a proxy that adds the token, which the suite cannot send. Everything else
 * passes as it came, Host and Origin too: the server itself has to tell the front's name from a foreign one.
 */
export async function start(): Promise<{ url: string; close: () => Promise<void> }> {
  let upstream = 0;
  const front = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, upstream);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const bound = front.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const server = await serveHttp({
    gateway: conformanceGateway,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    authenticate: (token) => (token === TOKEN ? { id: 'suite' } : undefined),
    hosts: [`127.0.0.1:${String(port)}`],
    log: () => undefined,
  });
  upstream = server.address.port;
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    close: async () => {
      await server.close();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path } = incoming;
  const headers = { ...incoming.headers, authorization: `Bearer ${TOKEN}` };
  const onward = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
