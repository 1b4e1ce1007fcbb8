import fs from 'node:fs';
import path from 'node:path';
import type { Signing } from './chain-writer.js';
import { Heads } from './heads.js';
import { keepPublic, openSigningKey, PUBLIC_KEYS } from './signing-key.js';

/** The key that signs for this folder; its public half is put into the folder too, so that a copy can be checked. */
export function openSigning(folder: string, keyFile: string): Signing {
  const key = openSigningKey(keyFile);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPublic(path.join(folder, PUBLIC_KEYS), key.publicKey);
  return { key, heads: new Heads(folder, key) };
}
