import { readFileSync, statSync } from 'node:fs';
import { Failure } from '../core/index.js';
import { isMissing } from '../platform/errno.js';

const MAX_FILE = 1_000_000;
const WORLD_MAY_WRITE = 0o002;

/** The file's contents, unchecked; undefined where there is none and none was asked for. */
export async function readConfigFile(path: string, mustExist: boolean): Promise<unknown> {
  const text = readText(path, mustExist);
  if (text === undefined) return undefined;
  const { parseYaml } = await import('./parse-yaml.js');
  return parseYaml(text, path) ?? {};
}

function readText(path: string, mustExist: boolean): string | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Failure('config.invalid', `${path}: it is not a file`);
    if (stat.size > MAX_FILE) throw new Failure('config.invalid', `${path}: it is too large`);
    if (process.platform !== 'win32' && (stat.mode & WORLD_MAY_WRITE) !== 0) {
      throw new Failure('config.invalid', `${path}: everybody may write to it; run: chmod o-w '${path}'`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (isMissing(error) && !mustExist) return undefined;
    const why = isMissing(error) ? 'there is no such file' : 'it cannot be read';
    throw new Failure('config.invalid', `${path}: ${why}`, undefined, error);
  }
}
