import { createServer, request as startRequest } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Between a server and a Chromium's DevTools port, or a Grid's hub: what is not DevTools passes uncounted. A command after an answer is one more round trip; commands that are
 * sent together share one, because none of them waits for another.
 *
 * @param {string} beyond the http address of either
 */
export async function countTrips(beyond) {
  let turns = 0;
  let commands = 0;
  /** @type {string[][]} The names of the commands of each turn. */
  let sent = [];
  let isAnswered = true;
  const http = createServer((request, response) => {
    const { method, headers } = request;
    const onward = startRequest(`${beyond}${request.url ?? '/'}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 1 << 28 });
  sockets.on('connection', (client, request) => {
    const onward = new WebSocket(`${beyond.replace(/^http/u, 'ws')}${request.url ?? '/'}`, {
      perMessageDeflate: false,
      maxPayload: 1 << 28,
    });
    const open = new Promise((done) => onward.once('open', done));
    client.on('message', (data) => {
      commands += 1;
      if (isAnswered) {
        turns += 1;
        sent.push([]);
      }
      sent.at(-1)?.push(/"method":"([\w.]+)"/u.exec(String(data))?.[1] ?? '?');
      isAnswered = false;
      void open.then(() => onward.send(String(data)));
    });
    onward.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('{"id":')) isAnswered = true;
      client.send(text);
    });
    onward.on('error', () => client.close());
    onward.on('close', () => client.close());
    client.on('close', () => onward.close());
  });
  await new Promise((done) => http.listen(0, '127.0.0.1', () => done(undefined)));
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    reset: () => {
      [turns, commands, sent, isAnswered] = [0, 0, [], true];
    },
    read: () => ({ turns, commands, sent }),
    close: () => {
      for (const one of sockets.clients) one.terminate();
      http.closeAllConnections();
      http.close();
    },
  };
}
