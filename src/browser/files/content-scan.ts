import type { Secret } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';

/** So much is looked at in every form that a secret can be written in; what comes behind it only for the value itself. */
const THOROUGHLY = 8 * 1024 * 1024;
const MIN_LENGTH = 6;

/** The name of a secret that is in the text in whatever form, if it does not belong there. */
export type FindLeakInFile = (text: string) => string | undefined;

/**
 * Looks for secrets in a file while it is being copied, so that what was looked at is what was copied. What is packed or
 * encrypted in it cannot be seen.
 */
export class ContentScan {
  readonly #find: FindLeakInFile;
  readonly #values: readonly { readonly name: string; readonly bytes: readonly Buffer[] }[];
  readonly #overlap: number;
  #before = Buffer.alloc(0);
  #seen = 0;
  #found: string | undefined;

  constructor(find: FindLeakInFile, secrets: readonly Secret[]) {
    this.#find = find;
    this.#values = secrets.flatMap((secret) => {
      const { value } = openSecret(secret);
      if (value.length < MIN_LENGTH) return [];
      return [{ name: secret.name, bytes: [Buffer.from(value, 'utf8'), Buffer.from(value, 'utf16le')] }];
    });
    const longest = Math.max(0, ...this.#values.flatMap(({ bytes }) => bytes.map(({ length }) => length)));
    // Base64 and escapes make it longer: a percent sign and two digits for each byte, or a JSON escape for each letter.
    this.#overlap = longest * 6 + 64;
  }

  get found(): string | undefined {
    return this.#found;
  }

  feed(chunk: Buffer): void {
    if (this.#found !== undefined || this.#values.length === 0) return;
    const window = Buffer.concat([this.#before, chunk]);
    const isEarly = this.#seen < THOROUGHLY;
    this.#found = (isEarly ? this.#find(window.toString('utf8')) : undefined) ?? this.#valueIn(window);
    this.#seen += chunk.length;
    this.#before = window.subarray(Math.max(0, window.length - this.#overlap));
  }

  #valueIn(window: Buffer): string | undefined {
    return this.#values.find(({ bytes }) => bytes.some((value) => window.includes(value)))?.name;
  }
}
