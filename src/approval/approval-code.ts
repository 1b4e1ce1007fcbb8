import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from '../core/index.js';
import type { AnswerResult } from '../core/index.js';
import { replaceFile } from '../platform/replace-file.js';
import type { CodeCheck } from './broker-deps.js';

/** In the workspace. */
export const CODE_FILE = 'approval-code';

/** Above what a guess at every try could find, and short enough to be typed on a phone. */
const MIN_CODE = 6;
const MAX_CODE = 200;
const MAX_WRONG = 5;
const LOCKED_MS = 15 * 60_000;
/** Some 32 MB and a tenth of a second for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;

const base64 = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/u);
const codeFile = z.strictObject({ version: z.literal(1), salt: base64, hash: base64 });
const triesFile = z.strictObject({ wrong: z.int().min(0), lockedUntil: z.number() });
type Tries = z.infer<typeof triesFile>;

const NOT_GIVEN = 'This takes the approval code.';
const WRONG = 'The approval code is wrong.';
const GONE = 'The approval code was removed while this server ran, so nothing is approved. Restart the server.';

/**
 * What a person knows and an agent with a shell of the same user does not. Wrong tries are counted in the workspace, so
 * that neither another server nor a new start gives five more.
 */
export class ApprovalCode implements CodeCheck {
  readonly #file: string;
  readonly #clock: () => number;
  #wasSet: boolean;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(file: string, clock: () => number = Date.now) {
    this.#file = file;
    this.#clock = clock;
    this.#wasSet = isThere(file);
  }

  /** A code that was set stays required: a file that is deleted or unreadable approves nothing. */
  isSet(): boolean {
    this.#wasSet ||= isThere(this.#file);
    return this.#wasSet;
  }

  /** One after the other: five tries at once are five tries. */
  check(code: string | undefined): Promise<AnswerResult> {
    const checked = this.#checking.then(() => this.#check(code));
    this.#checking = checked.catch(() => undefined);
    return checked;
  }

  async set(code: string): Promise<void> {
    if (code.trim().length < MIN_CODE || code.length > MAX_CODE) {
      throw new Failure('config.invalid', `a code has ${String(MIN_CODE)} to ${String(MAX_CODE)} characters`);
    }
    const salt = randomBytes(16);
    const hash = await slowHash(code, salt);
    const content = { version: 1, salt: salt.toString('base64url'), hash: hash.toString('base64url') };
    replaceFile(this.#file, JSON.stringify(content));
    this.#saveTries({ wrong: 0, lockedUntil: 0 });
    this.#wasSet = true;
  }

  remove(): void {
    rmSync(this.#file, { force: true });
    rmSync(this.#triesFile, { force: true });
    this.#wasSet = false;
  }

  get #triesFile(): string {
    return `${this.#file}.tries`;
  }

  async #check(code: string | undefined): Promise<AnswerResult> {
    if (code === undefined || code === '') return refused(NOT_GIVEN);
    const kept = read(this.#file, codeFile);
    if (kept === undefined) return refused(GONE);
    const tries = this.#tries();
    const lockedFor = tries.lockedUntil - this.#clock();
    if (lockedFor > 0) {
      return refused(`Too many wrong codes; try again in ${String(Math.ceil(lockedFor / 60_000))} minutes.`);
    }
    // Counted before the guess is looked at: a process that is killed meanwhile has used its try.
    const wrong = tries.wrong + 1;
    this.#saveTries(
      wrong >= MAX_WRONG ? { wrong: 0, lockedUntil: this.#clock() + LOCKED_MS } : { wrong, lockedUntil: 0 },
    );
    const hash = await slowHash(code.slice(0, MAX_CODE), Buffer.from(kept.salt, 'base64url'));
    const expected = Buffer.from(kept.hash, 'base64url');
    if (expected.length !== hash.length || !timingSafeEqual(expected, hash)) return refused(WRONG);
    this.#saveTries({ wrong: 0, lockedUntil: 0 });
    return { ok: true };
  }

  /** An unreadable counter counts as locked for the full time, from now on. */
  #tries(): Tries {
    if (!isThere(this.#triesFile)) return { wrong: 0, lockedUntil: 0 };
    const tries = read(this.#triesFile, triesFile);
    if (tries !== undefined) return tries;
    const locked = { wrong: 0, lockedUntil: this.#clock() + LOCKED_MS };
    this.#saveTries(locked);
    return locked;
  }

  #saveTries(tries: Tries): void {
    replaceFile(this.#triesFile, JSON.stringify(tries));
  }
}

function refused(why: string): AnswerResult {
  return { ok: false, why };
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile() || stat.size > 2000) return undefined;
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function slowHash(code: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same code on another keyboard may come composed otherwise.
    scrypt(code.normalize('NFKC'), salt, HASH_BYTES, COST, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}
