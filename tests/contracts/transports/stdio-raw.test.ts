import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveStdio } from '../../../src/transports/stdio.js';
import { FixtureGateway } from './fixture-gateway.js';
import { CALL, INITIALIZE, LEGACY_CALL } from './raw-http.js';

interface Wire {
  readonly gateway: FixtureGateway;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly closed: { times: number };
  readonly server: { close(): Promise<void> };
  /** The next line that the server writes. */
  answer(): Promise<Record<string, unknown>>;
}

let wire: Wire;
beforeEach(() => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const gateway = new FixtureGateway();
  const closed = { times: 0 };
  const onClose = () => void (closed.times += 1);
  const server = serveStdio({
    gateway,
    principal: { id: 'ann' },
    version: '0',
    onClose,
    log: () => undefined,
    input,
    output,
  });
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const answer = async () => {
    await expect.poll(() => text.includes('\n'), { timeout: 5000 }).toBe(true);
    const line = text.slice(0, text.indexOf('\n'));
    text = text.slice(line.length + 1);
    return JSON.parse(line) as Record<string, unknown>;
  };
  wire = { gateway, input, output, closed, server, answer };
});
afterEach(async () => {
  await wire.server.close();
});

const works = async () => {
  wire.input.write(`${CALL}\n`);
  expect(await wire.answer()).toMatchObject({ id: 7, result: { isError: false } });
};

describe('a line that is no message', () => {
  it.each([
    ['no JSON', '{"jsonrpc":"2.0","id":1,', null, -32700],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), null, -32700],
    ['a number', '42', null, -32600],
    ['a batch', `[${LEGACY_CALL}]`, null, -32600],
    ['an object of another kind', '{"id":5,"hello":1}', 5, -32600],
    ['another version', '{"jsonrpc":"1.0","id":"a","method":"tools/list"}', 'a', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', null, -32600],
  ])('is answered (%s), and the next call works', async (_, line, id, code) => {
    wire.input.write(line);
    wire.input.write('\n');
    expect(await wire.answer()).toMatchObject({ id, error: { code, data: { code: 'call.malformed' } } });
    await works();
  });

  it('is passed over when it is empty', async () => {
    wire.input.write('\n \r\n');
    await works();
  });
});

describe('a line that is too long', () => {
  const long = 'x'.repeat(12_000_000);
  it.each([
    [
      'first',
      `{"jsonrpc":"2.0","id":"early","method":"tools/call","params":{"name":"echo","arguments":{"a":"${long}"}}}`,
      'early',
    ],
    [
      'last',
      `{"method":"tools/call","params":{"id":3,"arguments":["\\"}],",{"id":4},"${long}"]},"jsonrpc":"2.0","id": 9 }`,
      9,
    ],
    ['nowhere', `{"method":"tools/call","params":{"id":3,"text":"${long}"}}`, null],
  ])('is answered with its id wherever it stands (%s), and the next call works', async (_, line, id) => {
    wire.input.write(`${line}\n`);
    expect(await wire.answer()).toMatchObject({ id, error: { data: { code: 'call.too-large' } } });
    expect(wire.gateway.calls).toEqual([]);
    await works();
  });

  it('is not kept while it goes by', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 100; sent += 1)
      if (!wire.input.write(chunk)) await new Promise((resolve) => wire.input.once('drain', resolve));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
    wire.input.write('\n');
    expect(await wire.answer()).toMatchObject({ error: { data: { code: 'call.too-large' } } });
  });
});

describe('the pipe', () => {
  it('may cut a message anywhere, also inside a character', async () => {
    const bytes = Buffer.from(`${CALL.replace('"arguments":{}', '"arguments":{"text":"ü😀"}')}\n`);
    for (const byte of bytes) wire.input.write(Buffer.from([byte]));
    expect(await wire.answer()).toMatchObject({ id: 7 });
    expect(wire.gateway.calls[0]?.input).toEqual({ text: 'ü😀' });
  });

  it('answers an unknown method and an unknown revision with an error', async () => {
    wire.input.write(`${INITIALIZE}\n`);
    expect(await wire.answer()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    wire.input.write('{"jsonrpc":"2.0","id":2,"method":"no/such"}\n');
    expect(await wire.answer()).toMatchObject({ id: 2, error: { code: -32601 } });
    expect(wire.gateway.calls).toEqual([]);
  });

  it('hands arguments that are no object to the gateway, which refuses them on record', async () => {
    wire.input.write(`${CALL.replace('"arguments":{}', '"arguments":"text"')}\n`);
    expect(await wire.answer()).toMatchObject({ id: 7 });
    expect(wire.gateway.calls.map(({ input }) => input)).toEqual(['text']);
  });

  it('tells the app once when the client closes its end, and aborts what is under way', async () => {
    wire.input.write(`${CALL.replaceAll('"echo"', '"wait"')}\n`);
    await expect.poll(() => wire.gateway.calls.length).toBe(1);
    wire.input.end();
    await expect.poll(() => wire.closed.times).toBe(1);
    await expect.poll(() => wire.gateway.aborted.length).toBe(1);
    await wire.server.close();
    expect(wire.closed.times).toBe(1);
  });

  it('does not call our own close the client going away', async () => {
    await wire.server.close();
    wire.input.end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(wire.closed.times).toBe(0);
  });

  it('ends when nobody reads any more', async () => {
    let closed = 0;
    const input = new PassThrough();
    const output = new Writable({
      write: (_chunk, _encoding, done) => {
        done(new Error('EPIPE'));
      },
    });
    const gateway = new FixtureGateway();
    const onClose = () => void (closed += 1);
    serveStdio({ gateway, principal: { id: 'ann' }, version: '0', onClose, log: () => undefined, input, output });
    input.write(`${CALL}\n`);
    await expect.poll(() => closed).toBe(1);
  });
});
