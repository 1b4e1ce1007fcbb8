import { expect, it } from 'vitest';
import type { Transform } from 'node:stream';
import { watchBody, watchTunnel } from './watch-outgoing.js';

const isStray = (text: string): boolean => text.includes('quartz');

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
  expect(await through(watchBody(isStray), [long, 'end'])).toEqual({ out: `${long}end`, broke: false });
  expect(await through(watchBody(isStray), [])).toEqual({ out: '', broke: false });
});

it('breaks a body off before the first byte of a secret, wherever its pieces are cut', async () => {
  const { out, broke } = await through(watchBody(isStray), ['a'.repeat(50_000), 'bqua', 'rt', 'z!']);
  expect(broke).toBe(true);
  expect(out).not.toContain('b');
});

it('reads the head of a plain tunnel, whole or in pieces, and holds it back until then', async () => {
  for (const pieces of [
    ['GET / HTTP/1.1\r\nCookie: quartz\r\n\r\n'],
    ['GET / HTTP/1.1\r\nCookie: qua', 'rtz\r\n\r\n'],
  ]) {
    expect(await through(watchTunnel(isStray), pieces)).toEqual({ out: '', broke: true });
  }
  const fine = ['GET / HTTP/1.1\r\n', 'Host: a\r\n\r\n', 'frames'];
  expect(await through(watchTunnel(isStray), fine)).toEqual({ out: fine.join(''), broke: false });
});

it('does not look into TLS', async () => {
  const hello = Buffer.from([0x16, 3, 1, ...Buffer.from('quartz')]);
  expect((await through(watchTunnel(isStray), [hello])).broke).toBe(false);
});
