import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameWatch } from '../../src/network/proxy/watch-frames.js';
import { SCOPE, openNetwork, openSite, openTrap } from '../contracts/network/open-network.js';
import type { App } from '../contracts/network/open-network.js';
import { credentials, fetchVia } from '../contracts/network/proxy-client.js';
import type { Access } from '../contracts/network/proxy-client.js';
import { forAWhile, printSeed, TEST_MS } from './for-a-while.js';

printSeed();

let app: App;
let access: Access;
let site: Awaited<ReturnType<typeof openSite>>;
let trap: Awaited<ReturnType<typeof openTrap>>;

beforeAll(async () => {
  site = await openSite();
  site.server.on('upgrade', (_, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  trap = await openTrap();
  app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${String(site.port)}`] });
  access = await app.egress.admit(SCOPE);
});
afterAll(async () => {
  await app.close();
  await site.close();
  trap.close();
});

/** Bytes in two pieces; over when the proxy closes, or after a moment. */
function send(bytes: Buffer, cut: number): Promise<void> {
  const { hostname, port } = new URL(access.server);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), 150);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.resume();
    socket.write(bytes.subarray(0, cut));
    setImmediate(() => {
      if (!socket.destroyed) socket.write(bytes.subarray(cut));
    });
  });
}

const junk = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const token = fc.string({ unit: fc.constantFrom(...'abz019.:-_%/@?#[] \t'.match(/./gu)!), maxLength: 20 });
const host = fc.oneof(
  fc.constantFrom(
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0',
    '2130706433',
    '127.1',
    '[::ffff:127.0.0.1]',
    'a.example',
    '%31',
  ),
  token,
);

const frame = fc
  .record({ first: fc.nat({ max: 255 }), second: fc.nat({ max: 255 }), rest: fc.uint8Array({ maxLength: 60 }) })
  .map(({ first, second, rest }) => Buffer.from([first, second, ...rest]).toString('latin1'));

const head = fc.record({
  verb: fc.oneof(fc.constantFrom('GET', 'POST', 'CONNECT', 'OPTIONS', 'get', 'TRACE', 'PRI'), token),
  host,
  port: fc.oneof(fc.constantFrom('SITE', 'TRAP', '0', '65536', '-1', '99999999999', ''), token),
  form: fc.constantFrom('absolute', 'authority', 'origin'),
  path: token,
  version: fc.oneof(fc.constant('HTTP/1.1'), fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '')),
  isKnown: fc.boolean(),
  headers: fc.array(
    fc.oneof(
      fc.constantFrom(
        'Upgrade: websocket\r\nConnection: Upgrade',
        'Content-Length: 5',
        'Content-Length: -1',
        'Content-Length: 99999999999999999999',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: chunked, identity',
        'Expect: 100-continue',
        'Connection: close, host, proxy-authorization',
        'Host: TRAP',
      ),
      fc.tuple(token, junk).map(([name, value]) => `${name}: ${value}`),
    ),
    { maxLength: 5 },
  ),
  body: fc.oneof(
    junk,
    frame,
    fc.array(frame, { maxLength: 4 }).map((all) => all.join('')),
    fc.constant('5\r\nhello\r\n0\r\n\r\n'),
    fc.constant('GET http://127.0.0.1:TRAP/ HTTP/1.1\r\n\r\n'),
  ),
});

describe('the proxy', () => {
  it(
    'lives through every request, connection and upgrade, and reaches nothing that is closed',
    async () => {
      const values = fc.tuple(
        fc.oneof({ weight: 5, arbitrary: head }, fc.uint8Array({ maxLength: 200 })),
        fc.nat({ max: 300 }),
      );
      const places = (text: string): string =>
        text.replaceAll('SITE', String(site.port)).replaceAll('TRAP', String(trap.port));
      await forAWhile(
        values,
        async ([given, cut]) => {
          if (given instanceof Uint8Array) await send(Buffer.from(given), cut);
          else {
            const { verb, form, path, version, isKnown, headers, body } = given;
            const at = `${given.host}:${given.port}`;
            const target = form === 'absolute' ? `http://${at}/${path}` : form === 'authority' ? at : `/${path}`;
            const auth = isKnown ? [`Proxy-Authorization: ${credentials(access)}`] : [];
            const text = [`${verb} ${target} ${version}`, ...auth, ...headers, '', body].join('\r\n');
            await send(Buffer.from(places(text), 'latin1'), cut);
          }
          expect(trap.hits()).toBe(0);
          expect((await fetchVia(access, `http://127.0.0.1:${String(site.port)}/`)).status).toBe(200);
        },
        0.7,
      );
    },
    TEST_MS,
  );

  it(
    'reads frames of a WebSocket in any pieces without a throw, and lets nothing through that was not sent',
    async () => {
      await forAWhile(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 300 }),
            frame.map((text) => Buffer.from(text, 'latin1')),
          ),
          { maxLength: 10 },
        ),
        (chunks) => {
          const watch = new FrameWatch(() => undefined);
          const sent = Buffer.concat(chunks);
          let passed = Buffer.alloc(0);
          for (const chunk of chunks) {
            const out = watch.push(Buffer.from(chunk));
            if (!('bytes' in out)) break;
            passed = Buffer.concat([passed, out.bytes]);
          }
          expect(sent.subarray(0, passed.length).equals(passed)).toBe(true);
        },
        0.3,
      );
    },
    TEST_MS,
  );
});
