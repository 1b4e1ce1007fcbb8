import { Failure } from '../../core/index.js';
import { askLine, askSecret } from '../prompt.js';

export interface AddOptions {
  readonly username?: string;
  readonly name?: string;
  readonly origin?: readonly string[];
  readonly replace?: boolean;
}

type Record = Readonly<{ [key: string]: unknown }>;

const MAX_CHARACTERS = 4_000_000;

/** From a person at a terminal, or whole from stdin: a JSON record if it begins with {, else a password. */
export async function readNewIdentity(at: { host: string; origin: string }, options: AddOptions): Promise<Record> {
  const given = process.stdin.isTTY ? await askPerson(options) : readPiped(await readStdin());
  const named = {
    ...(options.username !== undefined && { username: options.username }),
    ...(options.name !== undefined && { name: options.name }),
  };
  // Where a record says itself where it may be used, only an --origin overrules it.
  const origins = options.origin ?? ('origins' in given ? undefined : [at.origin]);
  return { ...given, ...named, ...(origins !== undefined && { origins }) };
}

async function askPerson({ username }: AddOptions): Promise<Record> {
  const who = username ?? (await askLine('User name (empty: none): '));
  const password = await askSecret('Password (empty: none): ');
  const totp = await askSecret('Seed of the one-time codes, base32 or otpauth:// (empty: none): ');
  return {
    ...(who !== '' && { username: who }),
    ...(password !== '' && { password }),
    ...(totp !== '' && { totp }),
  };
}

function readPiped(text: string): Record {
  if (!/^\s*\{/u.test(text)) {
    const password = text.replace(/\r?\n$/u, '');
    if (password === '' || /[\r\n]/u.test(password)) {
      throw new Failure('config.invalid', 'stdin: give one line with the password, or a JSON record');
    }
    return { password };
  }
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return record;
  } catch {
    // Said below, without the parser's words: they repeat what they could not read.
  }
  throw new Failure('config.invalid', 'stdin: it begins like a JSON record and is none');
}

function isRecord(value: unknown): value is Record {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_CHARACTERS) throw new Failure('config.invalid', 'stdin: too much for one identity');
  }
  return text;
}
