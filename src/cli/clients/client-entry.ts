import { Failure, ownCommand } from '../../core/index.js';
import type { JsonObject } from '../../core/index.js';
import type { McpClient } from './clients.js';
import { readFromJson, removeFromJson, setInJson } from './edit-json.js';
import { readFromToml, removeFromToml, setInToml } from './edit-toml.js';
import { NotReadable } from './jsonc-tree.js';
import { readOrNothing, replaceClientFile } from './replace-file.js';

/** The name of our entry in every client. */
const NAME = 'gatewright';

type Where = Pick<McpClient, 'title' | 'format' | 'key'>;

/** Writes the entry. False: it stood there already, word for word. */
export function writeEntry(client: Where, file: string, entry: JsonObject, isSecret: boolean): boolean {
  const set = client.format === 'json' ? setInJson : setInToml;
  return replaceClientFile(file, (text) => readable(client, file, () => set(text, pathIn(client), entry)), isSecret);
}

/** False: there was none. */
export function removeEntry(client: Where, file: string): boolean {
  if (readOrNothing(file) === undefined) return false;
  const remove = client.format === 'json' ? removeFromJson : removeFromToml;
  return replaceClientFile(file, (text) => readable(client, file, () => remove(text, pathIn(client))), false);
}

/** The text of the entry that is there; empty: none. */
export function entryText(client: Where, file: string): string {
  const text = readOrNothing(file);
  if (text === undefined) return '';
  return readable(client, file, () => {
    if (client.format === 'toml') return readFromToml(text, pathIn(client));
    const found = readFromJson(text, pathIn(client));
    return found === undefined ? '' : JSON.stringify(found);
  });
}

/** The entry as a person pastes it. */
export function shownEntry(client: Where, entry: JsonObject): string {
  return client.format === 'json'
    ? setInJson('', pathIn(client), entry).trim()
    : setInToml('', pathIn(client), entry).trim();
}

function pathIn({ key }: Where): readonly [string, string] {
  return [key, NAME];
}

/** A file that cannot be read is never rewritten: what is in it is the person's. */
function readable<T>({ title }: Where, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    throw new Failure(
      'config.invalid',
      `${file}: ${error.message}; nothing was changed. Correct it, or paste what "${ownCommand('add')} … --print" shows into ${title}`,
    );
  }
}
