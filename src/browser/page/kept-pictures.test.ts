import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/index.js';
import type { Picture } from '../../core/index.js';
import { KeptPictures, MAX_KEPT_BYTES, MAX_KEPT_PICTURES } from './kept-pictures.js';

const url = 'https://example.com/';
const picture = (bytes: number): Picture => ({
  origin: 'https://example.com',
  image: new Uint8Array(bytes),
  mimeType: 'image/jpeg',
  width: 1,
  height: 1,
});
const keep = (pictures: KeptPictures, bytes: number): string =>
  pictures.keep({ picture: picture(bytes), url, hidden: new Set() });
const fetched = (pictures: KeptPictures, id: string, mayVisit = (): boolean => true): number | string => {
  try {
    return pictures.fetch(id, [], mayVisit).image.length;
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
};

describe('pictures that are kept', () => {
  it('are bounded in bytes, the newest stay', () => {
    const pictures = new KeptPictures();
    const ids = [1, 2, 3].map(() => keep(pictures, MAX_KEPT_BYTES / 2));
    expect(ids.map((id) => fetched(pictures, id))).toEqual([
      'session.no-such-picture',
      MAX_KEPT_BYTES / 2,
      MAX_KEPT_BYTES / 2,
    ]);
    expect(() => keep(pictures, MAX_KEPT_BYTES + 1)).toThrow(Failure);
  });

  it('are bounded in number', () => {
    const pictures = new KeptPictures();
    const ids = Array.from({ length: MAX_KEPT_PICTURES + 3 }, () => keep(pictures, 1));
    expect(ids.filter((id) => fetched(pictures, id) === 1)).toEqual(ids.slice(3));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are not shown of a site that may no longer be visited', () => {
    const pictures = new KeptPictures();
    expect(fetched(pictures, keep(pictures, 1), () => false)).toBe('policy.origin-not-allowed');
  });
});
