// Writes a picture with at most 256 colours: pages have few, and the file is a third as large.
import { crc32, deflateSync } from 'node:zlib';

/**
 * @param {import('playwright-core').Page} page any page: its canvas reads the picture
 * @param {Buffer} png
 */
export async function smallPng(page, png) {
  const { width, height, palette, indexes } = await page.evaluate(reduce, png.toString('base64'));
  const pixels = Buffer.from(indexes, 'base64');
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * width, (y + 1) * width)]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each pixel, which are a number in the palette.
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Runs in the browser: the most frequent colours, and for each pixel the nearest of them. @param {string} data */
async function reduce(data) {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (canvas === null) throw new Error('no canvas');
  canvas.drawImage(image, 0, 0);
  const seen = canvas.getImageData(0, 0, width, height).data;
  const colourAt = (/** @type {number} */ i) => (seen[i] << 16) | (seen[i + 1] << 8) | seen[i + 2];
  const parts = (/** @type {number} */ colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let i = 0; i < seen.length; i += 4) counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1);
  const colours = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = colours.slice(0, 256).map(parts);
  const nearest = new Map(colours.slice(0, 256).map((colour, i) => [colour, i]));
  for (const colour of colours.slice(256)) {
    const [red, green, blue] = parts(colour);
    let best = Infinity;
    palette.forEach(([r, g, b], i) => {
      const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (far < best) nearest.set(colour, i);
      best = Math.min(best, far);
    });
  }
  let text = '';
  for (let i = 0; i < seen.length; i += 4) text += String.fromCharCode(nearest.get(colourAt(i)) ?? 0);
  return { width, height, palette: palette.flat(), indexes: btoa(text) };
}
