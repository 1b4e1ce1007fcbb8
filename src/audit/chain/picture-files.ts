import { isJsonObject } from '../../core/index.js';
import type { JsonObject } from '../../core/index.js';

/** Beside the record files; no record itself. */
export const PICTURES = 'thumbs';
export const PICTURE_EVENT = 'thumbnail';

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type PictureType = keyof typeof ENDINGS;

/** What a record says of a picture that is kept beside it. */
export interface PictureFacts {
  readonly call: string;
  readonly mimeType: PictureType;
  readonly bytes: number;
  readonly sha256: string;
}

export function isPictureType(type: string): type is PictureType {
  return Object.hasOwn(ENDINGS, type);
}

/** The form of a call's id; another name could lead out of the folder (CWE-22). */
export function isCallId(call: unknown): call is string {
  return typeof call === 'string' && /^[0-9a-f]{16}$/u.test(call);
}

/** Undefined: the record is about no picture, or about one that was withheld. */
export function pictureFactsOf({ event, facts }: JsonObject): PictureFacts | undefined {
  if (event !== PICTURE_EVENT || !isJsonObject(facts)) return undefined;
  const { call, mimeType, bytes, sha256 } = facts;
  if (!isCallId(call) || typeof mimeType !== 'string' || !isPictureType(mimeType)) return undefined;
  return typeof bytes === 'number' && typeof sha256 === 'string' ? { call, mimeType, bytes, sha256 } : undefined;
}

/** In the audit folder. Each record file has its own, so that they go together. */
export function picturesOf(recordFile: string): string {
  return `${PICTURES}/${recordFile.replace(/\.jsonl$/u, '')}`;
}

/** In the audit folder, by our own rule: what a record or a request says of places is never used as one. */
export function pictureFile(recordFile: string, { call, mimeType }: Pick<PictureFacts, 'call' | 'mimeType'>): string {
  return `${picturesOf(recordFile)}/${call}.${ENDINGS[mimeType]}`;
}
