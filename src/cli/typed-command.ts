import { delimiter, dirname, resolve, sep } from 'node:path';
import { setOwnCommand } from '../core/own-command.js';

/**
 * What a person types to run this program again, told from the path that it was started by. The environment says less:
 * a client that was started by npx hands that on to every server that it starts.
 */
export function typedCommand(script: string, env: NodeJS.ProcessEnv): string {
  const path = resolve(script);
  const parts = path.split(/[\\/]/u);
  const [name = ''] = parts.slice(-1);
  const folder = parts.slice(-3, -1).join('/');
  if (folder === 'node_modules/.bin' || parts.includes('_npx')) return 'npx gatewright';
  if (name !== 'gatewright') return `node ${quoted(path)}`;
  const isOnPath = (env['PATH'] ?? '')
    .split(delimiter)
    .some((place) => place !== '' && resolve(place) === dirname(path));
  return isOnPath ? 'gatewright' : quoted(path);
}

/** From now on messages name the program as it was started. */
export function noteTypedCommand(script: string, env: NodeJS.ProcessEnv): void {
  setOwnCommand(typedCommand(script, env));
}

/**
 * What a client starts, as words. npx keeps its packages in a cache that it clears: there the name is what lasts. In a
 * checkout the cache only has a link to it, and the file itself (`entry`, without links) stays where it is.
 */
export function startWords(entry: string, node: string): readonly string[] {
  return resolve(entry).split(sep).includes('_npx') ? ['npx', '-y', 'gatewright'] : [node, entry];
}

/** For a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
