import { expect, it } from 'vitest';
import type { Transform } from 'node:stream';
import { isTls, watchBody, watchSocket, watchTunnel } from './watch-outgoing.js';

const find = (text: string): string | undefined => (text.includes('quartz') ? 'ROCK' : undefined);

/** What came out, and whether it broke off. */
function through(watch: Transform, pieces: readonly (string | Buffer)[]): Promise<{ out: string; broke: boolean }> {
  return new Promise((resolve) => {
    let out = '';
    watch.on('data', (chunk: Buffer) => (out += chunk.toString('latin1')));
    watch.once('error', () => {
      resolve({ out, broke: true });
    });
    watch.once('end', () => {
      resolve({ out, broke: false });
    });
    for (const piece of pieces) watch.write(piece);
    watch.end();
  });
}

it('lets a body pass as it is, also one that ends at once', async () => {
  const long = 'x'.repeat(100_000);
  expect(await through(watchBody(find), [long, 'end'])).toEqual({ out: `${long}end`, broke: false });
  expect(await through(watchBody(find), [])).toEqual({ out: '', broke: false });
});

it('breaks a body off before the first byte of a secret, wherever its pieces are cut', async () => {
  const { out, broke } = await through(watchBody(find), ['a'.repeat(50_000), 'bqua', 'rt', 'z!']);
  expect(broke).toBe(true);
  expect(out).not.toContain('b');
});

it('reads the head of a plain tunnel, whole or in pieces, and holds it back until then', async () => {
  for (const pieces of [
    ['GET / HTTP/1.1\r\nCookie: quartz\r\n\r\n'],
    ['GET / HTTP/1.1\r\nCookie: qua', 'rtz\r\n\r\n'],
  ]) {
    expect(await through(watchTunnel(find), pieces)).toEqual({ out: '', broke: true });
  }
  const fine = ['GET / HTTP/1.1\r\n', 'Host: a\r\n\r\n', 'frames'];
  expect(await through(watchTunnel(find), fine)).toEqual({ out: fine.join(''), broke: false });
});

it('knows TLS by its first byte', () => {
  expect(isTls(Buffer.from([0x16, 3, 1]))).toBe(true);
  expect(isTls(Buffer.from('GET / HTTP/1.1'))).toBe(false);
});

const HANDSHAKE = 'GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
const KEY = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** A frame as a browser sends it. */
function frame(payload: string | Buffer, { opcode = 1, isFinal = true, reserved = 0, isMasked = true } = {}): Buffer {
  const data = Buffer.from(payload);
  const length =
    data.length < 126
      ? Buffer.from([data.length])
      : data.length < 65_536
        ? Buffer.from([126, data.length >> 8, data.length & 255])
        : Buffer.concat([Buffer.from([127, 0, 0, 0, 0]), Buffer.from(new Uint32Array([data.length]).buffer).swap32()]);
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0);
  const first = Buffer.from([(isFinal ? 0x80 : 0) | reserved | opcode]);
  if (!isMasked) return Buffer.concat([first, length, data]);
  return Buffer.concat([first, length, KEY, data.map((byte, i) => byte ^ (KEY[i & 3] ?? 0))]);
}

it('offers no extension, so that frames can be read', async () => {
  const offered = `${HANDSHAKE}Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\nX: 1\r\n\r\n`;
  const { out } = await through(watchTunnel(find), [offered]);
  expect(out).toBe(`${HANDSHAKE}X: 1\r\n\r\n`);
});

it.each([
  ['text', [frame('take quartz')]],
  ['bytes', [frame('take quartz', { opcode: 2 })]],
  ['fragments', [frame('qua', { isFinal: false }), frame('rtz', { opcode: 0 })]],
  [
    'fragments with a ping in between',
    [frame('qua', { isFinal: false }), frame('', { opcode: 9 }), frame('rtz', { opcode: 0 })],
  ],
  ['a ping', [frame('quartz', { opcode: 9 })]],
  ['the reason of a close', [frame('\x03\xe8quartz', { opcode: 8 })]],
  ['messages one after the other', [frame('fine'), frame('q'), frame('ua'), frame('rtz')]],
  ['a long message', [frame(`${'x'.repeat(70_000)}quartz`)]],
  ['a middle one', [frame(`${'x'.repeat(300)}quartz`)]],
  ['frames that are compressed', [frame('whatever', { reserved: 0x40 })]],
  ['frames that are not masked', [frame('whatever', { isMasked: false })]],
] as const)('breaks a WebSocket off: %s', async (_, frames) => {
  const bytes = Buffer.concat([...frames]);
  for (const size of [bytes.length, 1000, 7, 1]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
      bytes.subarray(i * size, i * size + size),
    );
    for (const [watch, head] of [
      [watchSocket(find), ''],
      [watchTunnel(find), `${HANDSHAKE}\r\n`],
    ] as const) {
      const { out, broke } = await through(watch, head === '' ? pieces : [head, ...pieces]);
      expect({ broke, size }).toEqual({ broke: true, size });
      expect(out.length).toBeLessThan(head.length + bytes.length);
    }
    if (bytes.length > 5000 && size === 1000) break;
  }
});

it('lets frames pass as they are, whatever pieces they come in', async () => {
  const frames = [
    frame('hello'),
    frame('', { opcode: 9 }),
    frame('x'.repeat(200)),
    frame('y'.repeat(70_000), { opcode: 2 }),
    frame('one', { isFinal: false }),
    frame('two', { opcode: 0 }),
    frame('bye', { opcode: 8 }),
  ];
  const bytes = Buffer.concat(frames);
  for (const size of [bytes.length, 4096, 13]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, i * size + size),
    );
    expect(await through(watchSocket(find), pieces)).toEqual({ out: bytes.toString('latin1'), broke: false });
  }
});

it('sends a whole message on at once, and none before it is whole', () => {
  const watch = watchSocket(find);
  const sent: Buffer[] = [];
  watch.on('data', (chunk: Buffer) => sent.push(chunk));
  const message = frame('hello there');
  watch.write(message.subarray(0, 9));
  watch.write(message.subarray(9));
  expect(Buffer.concat(sent).equals(message)).toBe(true);
});

it('finds what became a secret only after the connection was opened', async () => {
  let isKnown = false;
  const later = watchSocket((text) => (isKnown && text.includes('quartz') ? 'ROCK' : undefined));
  const broke = new Promise((resolve) => later.once('error', resolve));
  later.resume().write(frame('not yet'));
  isKnown = true;
  later.write(frame('quartz'));
  expect(await broke).toMatchObject({ secret: 'ROCK' });
});
