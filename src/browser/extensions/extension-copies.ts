import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../platform/replace-file.js';
import { extensionDigest, filesBelow } from './read-extension.js';
import type { ReadExtension } from './read-extension.js';

const LIST = 'installed.json';
const listSchema = z.array(
  z.strictObject({
    folder: z.string().regex(/^[0-9a-f]{16}$/u),
    id: z.string(),
    digest: z.string(),
  }),
);
export type ExtensionCopy = z.output<typeof listSchema>[number];

/** The copies that a profile's browser loads and cannot write, and the list of those that a person said yes to. */
export class ExtensionCopies {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  pathOf({ folder }: Pick<ExtensionCopy, 'folder'>): string {
    return join(this.#place, folder);
  }

  async list(): Promise<readonly ExtensionCopy[]> {
    try {
      return listSchema.parse(JSON.parse(await readFile(join(this.#place, LIST), 'utf8')));
    } catch {
      return [];
    }
  }

  save(list: readonly ExtensionCopy[]): void {
    replaceFile(join(this.#place, LIST), JSON.stringify(list));
  }

  /** In place of an earlier copy of the same path. */
  async write(path: string, { files, facts }: ReadExtension): Promise<Omit<ExtensionCopy, 'id'>> {
    const copy = { folder: createHash('sha256').update(path).digest('hex').slice(0, 16), digest: facts.digest };
    await this.remove(copy);
    for (const file of files) {
      const to = join(this.pathOf(copy), file.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o755 });
      await writeFile(to, file.bytes, { mode: 0o644, flag: 'wx' });
    }
    return copy;
  }

  async remove(copy: Pick<ExtensionCopy, 'folder'>): Promise<void> {
    await rm(this.pathOf(copy), { recursive: true, force: true });
  }

  /** Is it, byte for byte, what a person said yes to? */
  async isWhole(copy: Omit<ExtensionCopy, 'id'>): Promise<boolean> {
    return filesBelow(this.pathOf(copy)).then(
      (files) => extensionDigest(files) === copy.digest,
      () => false,
    );
  }

  /**
   * Before a browser starts: Chromium remembers what it loaded, and loads it again by itself. What is on no list, or is
   * not what the list says, goes. How many went.
   */
  async removeChanged(): Promise<number> {
    const listed = await this.list();
    const kept: ExtensionCopy[] = [];
    for (const copy of listed) if (await this.isWhole(copy)) kept.push(copy);
    const folders = (await readdir(this.#place)).filter((name) => name !== LIST);
    const changed = folders.filter((folder) => !kept.some((copy) => copy.folder === folder));
    for (const folder of changed) await this.remove({ folder });
    if (kept.length < listed.length) this.save(kept);
    return changed.length;
  }
}
