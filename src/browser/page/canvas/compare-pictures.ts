import { Failure } from '../../../core/index.js';
import type { Picture, PictureDifference } from '../../../core/index.js';
import { decodePng, encodePng } from '../../png.js';
import type { Pixels } from '../../png.js';
import type { PageDeps } from '../page-deps.js';

const CHANGED = [230, 0, 60] as const;

/** Two kept pictures, pixel by pixel. `threshold`: how much a channel may differ, of 1. */
export function comparePictures(deps: PageDeps, before: string, after: string, threshold: number): PictureDifference {
  const { session, secrets, mayVisit } = deps;
  const fetch = (id: string): Picture => session.pictures.fetch(id, secrets.maskedIn(session.scope), mayVisit);
  const later = fetch(after);
  const one = decoded('before', fetch(before));
  const two = decoded('after', later);
  if (one.width !== two.width || one.height !== two.height)
    throw new Failure('call.bad-arguments', `the pictures differ in size: ${sizeOf(one)} and ${sizeOf(two)}`);
  return { ...differenceOf(one, two, threshold * 255, later.origin), pixels: one.width * one.height };
}

function decoded(argument: string, { image, mimeType }: Picture): Pixels {
  if (mimeType !== 'image/png')
    throw new Failure('call.bad-arguments', `${argument}: no picture of canvas_capture, and not exact`);
  return decodePng(image);
}

const sizeOf = ({ width, height }: Pixels): string => `${String(width)}x${String(height)}`;

function differenceOf(one: Pixels, two: Pixels, most: number, origin: string): Omit<PictureDifference, 'pixels'> {
  const { width, height } = two;
  const shown = new Uint8Array(width * height * 3);
  let [left, top, right, bottom] = [width, height, -1, -1];
  let changed = 0;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (!differs(one, two, at, most)) {
        paintFaint(shown, two, at);
        continue;
      }
      changed += 1;
      shown.set(CHANGED, at * 3);
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  const image = encodePng({ width, height, channels: 3, bytes: shown });
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return { changed, picture: { origin, image, mimeType: 'image/png', width, height }, ...(changed > 0 && { box }) };
}

function differs(one: Pixels, two: Pixels, at: number, most: number): boolean {
  for (let channel = 0; channel < 4; channel += 1)
    if (Math.abs(channelOf(one, at, channel) - channelOf(two, at, channel)) > most) return true;
  return false;
}

function channelOf({ channels, bytes }: Pixels, at: number, channel: number): number {
  return channel === 3 && channels === 3 ? 255 : (bytes[at * channels + channel] ?? 0);
}

/** As light grey, so that what changed stands out. */
function paintFaint(shown: Uint8Array, pixels: Pixels, at: number): void {
  const alpha = channelOf(pixels, at, 3) / 255;
  const sum = channelOf(pixels, at, 0) + channelOf(pixels, at, 1) + channelOf(pixels, at, 2);
  const grey = 255 - ((255 - sum / 3) * alpha) / 3;
  shown.fill(grey, at * 3, at * 3 + 3);
}
