import { parseDocument } from 'yaml';
import { Failure } from '../core/index.js';

/** Loaded only where there is a file. What YAML finds doubtful (a key twice, an unknown tag) is an error here. */
export function parseYaml(text: string, path: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, strict: true, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const line = text.slice(0, problem.pos[0]).split('\n').length;
    throw new Failure(
      'config.invalid',
      `${path}, line ${String(line)}: ${problem.code.toLowerCase().replaceAll('_', ' ')}`,
    );
  }
  return toPlain(document, path);
}

function toPlain(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return value;
  } catch (error) {
    throw new Failure('config.invalid', `${path}: too many aliases`, undefined, error);
  }
}
