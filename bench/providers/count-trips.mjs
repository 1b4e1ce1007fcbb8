import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Between a server and a Chromium's DevTools port. A command after an answer is one more round trip; commands that are
 * sent together share one, because none of them waits for another.
 *
 * @param {string} browser its http address
 */
export async function countTrips(browser) {
  let turns = 0;
  let commands = 0;
  let isAnswered = true;
  const http = createServer((request, response) => {
    fetch(`${browser}${request.url ?? '/'}`).then(
      async (reply) => response.end(await reply.text()),
      () => response.writeHead(502).end(),
    );
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 1 << 28 });
  sockets.on('connection', (client, request) => {
    const onward = new WebSocket(`${browser.replace(/^http/u, 'ws')}${request.url ?? '/'}`, {
      perMessageDeflate: false,
      maxPayload: 1 << 28,
    });
    const open = new Promise((done) => onward.once('open', done));
    client.on('message', (data) => {
      commands += 1;
      if (isAnswered) turns += 1;
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
      [turns, commands, isAnswered] = [0, 0, true];
    },
    read: () => ({ turns, commands }),
    close: () => {
      for (const one of sockets.clients) one.terminate();
      http.closeAllConnections();
      http.close();
    },
  };
}
