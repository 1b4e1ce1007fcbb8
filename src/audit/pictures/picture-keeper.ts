import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { RecordedPicture } from '../../core/index.js';
import { isCallId, isPictureType, pictureFile } from '../chain/picture-files.js';
import type { PictureFacts } from '../chain/picture-files.js';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

type Shown = Extract<RecordedPicture['shows'], { image: Uint8Array }>;
type Withheld = Extract<RecordedPicture['shows'], { withheld: string }>;

export interface StoredPicture extends PictureFacts {
  readonly origin: string;
  /** In the audit folder. */
  readonly picture: string;
}

/** Writes pictures beside the record of one server, and no more than there is room for. */
export class PictureKeeper {
  readonly #folder: string;
  readonly #maxBytes: number;
  #used = { file: '', bytes: 0 };

  /** So many bytes for each record file. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** On the disk before the record that names it: after a crash there may be one too many, and none too few. */
  async keep(recordFile: string, call: string, { image, mimeType, origin }: Shown): Promise<StoredPicture | Withheld> {
    if (!isCallId(call) || !isPictureType(mimeType)) return { withheld: 'it could not be kept' };
    if (this.#used.file !== recordFile) this.#used = { file: recordFile, bytes: 0 };
    if (this.#used.bytes + image.length > this.#maxBytes) return { withheld: 'there is no room for more' };
    const facts = { call, mimeType, bytes: image.length, sha256: hash('sha256', image) };
    const picture = pictureFile(recordFile, facts);
    try {
      this.#makeFolders(picture);
      await writeNew(path.join(this.#folder, picture), image);
    } catch {
      fs.rmSync(path.join(this.#folder, picture), { force: true });
      return { withheld: 'it could not be kept' };
    }
    this.#used.bytes += image.length;
    return { ...facts, origin, picture };
  }

  /** A picture is named for the file of its record and deleted with it: the record may have moved on to another file. */
  settle(kept: StoredPicture, recordFile: string): StoredPicture {
    const picture = pictureFile(recordFile, kept);
    if (picture === kept.picture) return kept;
    this.#makeFolders(picture);
    fs.renameSync(path.join(this.#folder, kept.picture), path.join(this.#folder, picture));
    return { ...kept, picture };
  }

  discard({ picture }: StoredPicture): void {
    fs.rmSync(path.join(this.#folder, picture), { force: true });
  }

  /** A link in their place would lead pictures out of the workspace. */
  #makeFolders(picture: string): void {
    const own = path.dirname(path.join(this.#folder, picture));
    fs.mkdirSync(own, { recursive: true, mode: 0o700 });
    for (const folder of [path.dirname(own), own])
      if (!fs.lstatSync(folder).isDirectory()) throw new Error('the folder of the pictures is not a folder');
  }
}

async function writeNew(file: string, image: Uint8Array): Promise<void> {
  const handle = await fs.promises.open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await handle.writeFile(image);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
