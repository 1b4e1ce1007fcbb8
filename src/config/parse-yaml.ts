import { parseDocument } from 'yaml';
import { Failure } from '../core/index.js';

/** Loaded only where there is a file. What YAML finds doubtful (a key twice, an unknown tag) is an error here. */
export function parseYaml(text: string, path: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, strict: true, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { at, says } = describeProblem(text, problem);
    const line = text.slice(0, at).split('\n').length;
    throw new Failure('config.invalid', `${path}, line ${String(line)}: ${says}`);
  }
  return toPlain(document, path);
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** The parser's own message may quote the file, which may hold a secret; it names an open bracket where the file ends. */
function describeProblem(text: string, { code, message, pos: [at] }: Problem): { at: number; says: string } {
  const closing = /end with a (?<bracket>[\]}])/u.exec(message)?.groups?.['bracket'];
  if (closing === undefined) return { at, says: WORDS[code] ?? code.toLowerCase().replaceAll('_', ' ') };
  const opening = closing === ']' ? '[' : '{';
  const from = text.lastIndexOf(opening, Math.max(0, at - 1));
  return { at: from < 0 ? at : from, says: `${opening} is opened and not closed with ${closing}` };
}

const WORDS: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation is wrong',
  TAB_AS_INDENT: 'indented with a tab; use spaces',
  DUPLICATE_KEY: 'the same key stands there twice (duplicate key)',
  MISSING_CHAR: 'a character is missing, such as : or a closing quote',
  TAG_RESOLVE_FAILED: 'a tag (a word after !) is not known; take it out',
  UNEXPECTED_TOKEN: 'something stands there that does not belong there (unexpected token)',
};

function toPlain(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return value;
  } catch (error) {
    throw new Failure('config.invalid', `${path}: too many aliases`, undefined, error);
  }
}
