import type { Break, Checked } from '../chain/verify-file.js';
import type { HeadsReader } from '../chain/read-heads.js';
import { picturesOf } from '../chain/picture-files.js';
import { readPicture } from './read-picture.js';

/** The first one of this file that is not there as it was recorded. */
export async function checkPictures(
  folder: string,
  { report: { file }, pictures }: Checked,
): Promise<Break | undefined> {
  for (const { line, seq, facts } of pictures) {
    const found = await readPicture(folder, file, facts);
    if (typeof found === 'string') return { file, line, seq, what: `thumbnail-${found}` };
  }
  return undefined;
}

/** True if the heads, which are signed, say that the pictures of this file were deleted because there were too many. */
export function werePicturesDropped(recordFile: string, heads: Pick<HeadsReader, 'dropped'>): boolean {
  return heads.dropped.has(picturesOf(recordFile));
}
