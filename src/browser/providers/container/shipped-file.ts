import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the package's folder `container`: beside `dist` when installed, above `src` in a clone. */
export function shippedFile(name: string): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, 'container', name);
    // `src` has a folder of this name too, with other files in it.
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new Error(`the package has no container/${name}`);
  }
}
