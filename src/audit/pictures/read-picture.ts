import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pictureFile } from '../chain/picture-files.js';
import type { PictureFacts, PictureType } from '../chain/picture-files.js';

export interface KeptPicture {
  readonly image: Uint8Array;
  readonly mimeType: PictureType;
}

/** The picture that was recorded, or nothing: one that was put in its place is never shown. */
export async function readPicture(
  folder: string,
  recordFile: string,
  facts: PictureFacts,
): Promise<KeptPicture | 'missing' | 'changed'> {
  const file = path.join(folder, pictureFile(recordFile, facts));
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(whyNot);
  if (typeof handle === 'string') return handle;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size !== facts.bytes) return 'changed';
    const image = await handle.readFile();
    return hash('sha256', image) === facts.sha256 ? { image, mimeType: facts.mimeType } : 'changed';
  } catch {
    return 'changed';
  } finally {
    await handle.close();
  }
}

/** An entry that is no plain file, such as a link, was not written by the server. */
function whyNot(error: unknown): 'missing' | 'changed' {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'changed';
}
