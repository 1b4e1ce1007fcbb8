import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStdio } from '../../src/transports/stdio.js';
import { startHttp } from '../contracts/transports/ends.js';
import type { HttpEnd } from '../contracts/transports/ends.js';
import { FixtureGateway } from '../contracts/transports/fixture-gateway.js';
import { ask, CALL, INITIALIZE, LEGACY_CALL } from '../contracts/transports/raw-http.js';
import { forAWhile, printSeed, TEST_MS } from './for-a-while.js';

printSeed();

const id = fc.oneof(fc.nat(), fc.string({ maxLength: 5 }), fc.jsonValue());
const method = fc.oneof(
  fc.constantFrom(
    'tools/call',
    'tools/list',
    'initialize',
    'ping',
    'notifications/cancelled',
    'notifications/initialized',
  ),
  fc.string({ maxLength: 20 }),
);
/** A message that is right, wrong in places, or none; bytes spoilt at random. */
const text = fc.oneof(
  fc.constantFrom(CALL, INITIALIZE, LEGACY_CALL),
  fc
    .record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
        id,
        method,
        params: fc.oneof(
          fc.record(
            {
              name: fc.oneof(fc.constantFrom('echo', 'fail', 'throw', '__proto__'), fc.string()),
              arguments: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
          fc.record({ requestId: id }, { requiredKeys: [] }),
          fc.jsonValue(),
        ),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.json(),
  fc.nat({ max: 20_000 }).map((deep) => '['.repeat(deep)),
  fc.nat({ max: 5000 }).map((deep) => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
);
const spoilt = fc.tuple(text, fc.option(fc.tuple(fc.nat(), fc.nat({ max: 255 })))).map(([whole, change]) => {
  const bytes = Buffer.from(whole);
  if (change !== null && bytes.length > 0) bytes[change[0] % bytes.length] = change[1] === 10 ? 11 : change[1];
  return bytes;
});
const line = fc.oneof(
  { weight: 4, arbitrary: spoilt },
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
);

describe('stdio', () => {
  it(
    'survives every line, in whatever pieces, and answers the call after it',
    async () => {
      await forAWhile(
        fc.tuple(fc.array(line, { maxLength: 6 }), fc.nat({ max: 50 })),
        async ([lines, cut]) => {
          const [input, output] = [new PassThrough(), new PassThrough()];
          const gateway = new FixtureGateway();
          const served = { gateway, principal: { id: 'ann' }, version: '0', input, output };
          const server = serveStdio({ ...served, onClose: () => undefined, log: () => undefined });
          let said = '';
          const answered = new Promise<void>((resolve) => {
            output.on('data', (chunk: Buffer) => {
              said += chunk.toString();
              if (said.includes('"the-last"')) resolve();
            });
          });
          const all = Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from('\n')]));
          input.write(all.subarray(0, cut));
          input.write(all.subarray(cut));
          input.write(`${CALL.replace('"id":7', '"id":"the-last"')}\n`);
          await answered;
          for (const each of said.split('\n').filter(Boolean))
            expect(JSON.parse(each)).toMatchObject({ jsonrpc: '2.0' });
          await server.close();
        },
        0.5,
      );
    },
    TEST_MS,
  );
});

describe('http', () => {
  let end: HttpEnd;
  beforeAll(async () => {
    end = await startHttp();
  });
  afterAll(async () => {
    await end.server.close();
  });

  const raw = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(end.server.address.port, '127.0.0.1');
      const timer = setTimeout(() => socket.destroy(), 300);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.on('data', () => {
        socket.end();
      });
      socket.resume();
      socket.end(bytes);
    });

  const header = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_/;=,*" '.match(/./gu)!), maxLength: 30 });
  const request = fc.record({
    body: line,
    method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT'),
    headers: fc.dictionary(
      fc.constantFrom(
        'mcp-protocol-version',
        'mcp-session-id',
        'mcp-method',
        'mcp-name',
        'content-type',
        'accept',
        'origin',
        'last-event-id',
        'authorization',
      ),
      fc.oneof(header, fc.constantFrom('2025-11-25', '2026-07-28', 'tools/call', 'echo')),
      { maxKeys: 4 },
    ),
    head: fc.option(fc.uint8Array({ maxLength: 120 })),
  });

  it(
    'answers every request or closes it, and the call after it works',
    async () => {
      await forAWhile(
        request,
        async ({ body, method: verb, headers, head }) => {
          if (head !== null)
            await raw(Buffer.concat([Buffer.from('POST /mcp HTTP/1.1\r\n'), head, Buffer.from('\r\n\r\n'), body]));
          else {
            // A stream that is opened rightly stays open.
            const answer = ask(end.server.address.port, { method: verb, headers, body: body.toString('latin1') });
            const late = new Promise<undefined>((resolve) => setTimeout(resolve, 2000, undefined));
            const got = await Promise.race([answer.catch(() => undefined), late]);
            if (got !== undefined) expect(got.status).toBeLessThan(500);
            expect(got?.body ?? '').not.toMatch(/node:internal|\n\s+at /u);
          }
          expect(await untilNotLimited(async () => (await ask(end.server.address.port)).status)).toBe(200);
        },
        0.5,
      );
    },
    TEST_MS,
  );
});

/** The endpoint limits how much a caller may ask in a second; the fuzz may ask more. */
async function untilNotLimited(ask: () => Promise<number>): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const status = await ask();
    if (status !== 429 || tried === 20) return status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
