import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fillBox, labelBox } from './page/paint.js';
import { decodePng, encodePng, pictureSize } from './png.js';
import type { Pixels } from './png.js';

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }), four: fc.boolean() })
  .chain(({ width, height, four }) => {
    const channels = four ? (4 as const) : (3 as const);
    const length = width * height * channels;
    return fc
      .uint8Array({ minLength: length, maxLength: length })
      .map((bytes): Pixels => ({ width, height, channels, bytes: new Uint8Array(bytes) }));
  });

/** The same picture with each row filtered as told: what another encoder might write. */
function filtered({ width, height, channels, bytes }: Pixels, filter: number): Uint8Array {
  const stride = width * channels;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    raw[y * (stride + 1)] = filter;
    for (let x = 0; x < stride; x++) {
      const at = (dx: number, dy: number): number =>
        x < dx * channels || y < dy ? 0 : (bytes[(y - dy) * stride + x - dx * channels] ?? 0);
      const [left, up, corner] = [at(1, 0), at(0, 1), at(1, 1)];
      const paeth = [left, up, corner].reduce((best, value) =>
        Math.abs(left + up - corner - value) < Math.abs(left + up - corner - best) ? value : best,
      );
      const guess = [0, left, up, (left + up) >> 1, paeth][filter] ?? 0;
      raw[y * (stride + 1) + 1 + x] = at(0, 0) - guess;
    }
  }
  const file = Buffer.from(encodePng({ width, height, channels, bytes }));
  const data = deflateSync(raw);
  const start = file.indexOf('IDAT') - 4;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([
    file.subarray(0, start),
    length,
    Buffer.from('IDAT'),
    data,
    Buffer.alloc(4),
    file.subarray(-12),
  ]);
}

describe('PNG', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(picture, (pixels) => {
        expect(decodePng(encodePng(pixels))).toEqual(pixels);
        expect(pictureSize(encodePng(pixels))).toEqual({ width: pixels.width, height: pixels.height });
      }),
    );
  });

  it('is read with every filter', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 0, max: 4 }), (pixels, filter) => {
        expect(decodePng(filtered(pixels, filter)).bytes).toEqual(pixels.bytes);
      }),
    );
  });

  it('of another kind is refused', () => {
    expect(() => decodePng(Buffer.from('not a picture'))).toThrow();
    const grey = Buffer.from(encodePng({ width: 1, height: 1, channels: 3, bytes: new Uint8Array(3) }));
    grey[25] = 0;
    expect(() => decodePng(grey)).toThrow();
  });
});

describe('paint', () => {
  it('stays inside the picture, and covers every pixel that a box touches', () => {
    const blank = (): Pixels => ({ width: 10, height: 10, channels: 3, bytes: new Uint8Array(300) });
    const pixels = blank();
    fillBox(pixels, { x: -5, y: 8.5, width: 7.1, height: 50 }, [1, 2, 3]);
    const painted = [...pixels.bytes].filter((byte) => byte === 1).length;
    expect(painted).toBe(3 * 2);
    const labelled = blank();
    labelBox(labelled, { x: 9, y: 0, width: 1, height: 1 }, 'e1234567', [9, 9, 9]);
    expect(labelled.bytes).toHaveLength(300);
  });
});
