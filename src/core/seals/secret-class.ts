export interface SecretContent {
  readonly value: string;
  /** The exact origins where it may be typed. */
  readonly origins: readonly string[];
  /** Absent: any field. */
  readonly use?: 'any' | 'password' | 'code';
  /** A page's own field held it: it is masked, and what pages send of it is their own business. */
  readonly isFieldValue?: boolean;
  /** Too short or too common to be looked for: it is hidden in the field that it was put into, and nowhere else. */
  readonly isUnmasked?: boolean;
  /** The agent made it up, so that whether it stands somewhere must tell nothing about what others keep secret. */
  readonly isAgents?: boolean;
}

let mint: (name: string, content: SecretContent) => Secret;
let open: (secret: Secret) => SecretContent;

/** A value that nobody may see. Print, JSON, template and inspect show its name. */
export class Secret {
  readonly name: string;
  readonly #content: SecretContent;
  private constructor(name: string, content: SecretContent) {
    this.name = name;
    this.#content = content;
  }
  toString(): string {
    return `<${this.name}>`;
  }
  toJSON(): string {
    return this.toString();
  }
  [Symbol.toPrimitive](): string {
    return this.toString();
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
  static {
    mint = (name, content) => new Secret(name, content);
    open = (secret) => secret.#content;
  }
}

export { mint, open };
