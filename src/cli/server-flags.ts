import { z } from 'zod';

const list = z.array(z.string()).optional();

/** The flags of everything that reads the configuration; other options of a command are left out. */
export const serverOptions = z.object({
  capabilities: list,
  allow: list,
  block: list,
  allowPrivate: list,
  headed: z.boolean().optional(),
  executablePath: z.string().optional(),
  http: z.string().optional(),
  config: z.string().optional(),
  workspace: z.string().optional(),
  debug: z.boolean().optional(),
});
export type ServerOptions = z.infer<typeof serverOptions>;

interface FlagRow {
  readonly flag: string;
  readonly key: keyof ServerOptions;
  readonly takes: 'nothing' | 'one' | 'list';
  readonly value?: string;
  readonly says: string;
}

export const WORKSPACE_FLAGS: readonly FlagRow[] = [
  {
    flag: '--workspace',
    key: 'workspace',
    takes: 'one',
    value: 'folder',
    says: 'where everything is kept (~/.gatewright)',
  },
  { flag: '--debug', key: 'debug', takes: 'nothing', says: 'show where an unexpected error came from' },
];

export const SERVER_FLAGS: readonly FlagRow[] = [
  {
    flag: '--capabilities',
    key: 'capabilities',
    takes: 'list',
    value: 'names',
    says: 'what the agent may do, by comma: read,navigation,action,human; +fetch,+file-io adds to what is configured',
  },
  {
    flag: '--allow',
    key: 'allow',
    takes: 'list',
    value: 'origins',
    says: 'the only sites that may be opened, by comma; "" for none',
  },
  { flag: '--block', key: 'block', takes: 'list', value: 'origins', says: 'sites that may never be reached, by comma' },
  {
    flag: '--allow-private',
    key: 'allowPrivate',
    takes: 'list',
    value: 'host:port',
    says: 'local addresses to open, by comma, e.g. localhost:3000; localhost for every port of this machine',
  },
  { flag: '--headed', key: 'headed', takes: 'nothing', says: 'show the browser window' },
  { flag: '--executable-path', key: 'executablePath', takes: 'one', value: 'file', says: "the browser's own binary" },
  { flag: '--config', key: 'config', takes: 'one', value: 'file', says: 'instead of gatewright.yaml in the workspace' },
  {
    flag: '--http',
    key: 'http',
    takes: 'one',
    value: '[host:]port',
    says: 'where to listen for HTTP (127.0.0.1:7717)',
  },
  ...WORKSPACE_FLAGS,
];

/**
 * The flags of a stdio server, read without the command-line library, because every client window waits for this start.
 * Undefined when anything else is there: then the library reads the line and says what is wrong with it.
 */
export function readStdioLine(argv: readonly string[]): ServerOptions | undefined {
  const read: Record<string, string | boolean | string[]> = {};
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const { name, inline } = splitWord(word);
    const row = SERVER_FLAGS.find(({ flag }) => flag === name);
    if (row === undefined || row.key === 'http') return undefined;
    if (row.takes === 'nothing') {
      if (inline !== undefined) return undefined;
      read[row.key] = true;
      continue;
    }
    const value = inline ?? words.shift();
    if (value === undefined || (inline === undefined && value.startsWith('--'))) return undefined;
    const earlier = read[row.key];
    read[row.key] = row.takes === 'one' ? value : [...(Array.isArray(earlier) ? earlier : []), value];
  }
  return serverOptions.parse(read);
}

/** The same flags as words again, for a client that starts a server like this one. */
export function wordsOf(options: ServerOptions): string[] {
  return SERVER_FLAGS.flatMap(({ flag, key }) => {
    const value = options[key];
    if (key === 'http' || key === 'debug' || value === undefined || value === false) return [];
    if (value === true) return [flag];
    return [flag, Array.isArray(value) ? value.join(',') : value];
  });
}

function splitWord(word: string): { readonly name: string; readonly inline?: string } {
  const equals = word.indexOf('=');
  return equals < 0 ? { name: word } : { name: word.slice(0, equals), inline: word.slice(equals + 1) };
}
