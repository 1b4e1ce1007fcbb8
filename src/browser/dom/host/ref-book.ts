/** What a ref is bound to: the node, and what the agent was shown of it. */
export interface RefEntry {
  readonly ref: string;
  /** What finds the elements of the tab that gave it out. */
  readonly tab: object;
  readonly document: string;
  readonly node: number;
  readonly role: string;
  readonly name: string;
  /** Digest of the row that it stood in. */
  readonly row: number | undefined;
}

export interface RefSubject {
  readonly document: string;
  readonly node: number;
  readonly role: string;
  readonly name: string;
  readonly row?: number | undefined;
}

const MAX_REFS = 200_000;

/** Counts on over all the sessions that one caller opens under one name: an old ref never means a new element. */
export interface RefNumbers {
  last: number;
}

/** The refs of one session. A number is never given to another element, nor to the same one under another name. */
export class RefBook {
  readonly #entries = new Map<string, RefEntry>();
  readonly #current = new Map<string, RefEntry>();
  readonly #named = new Map<string, string>();
  readonly #numbers: RefNumbers;
  #lastDocument = 0;

  constructor(numbers: RefNumbers = { last: 0 }) {
    this.#numbers = numbers;
  }

  nextDocument(): string {
    this.#lastDocument += 1;
    return `d${this.#lastDocument}`;
  }

  refFor(tab: object, subject: RefSubject): string {
    const key = `${subject.document}/${subject.node}`;
    const current = this.#current.get(key);
    if (current?.role === subject.role && current.name === subject.name && current.row === subject.row)
      return current.ref;
    this.#numbers.last += 1;
    const { document, node, role, name, row } = subject;
    const entry: RefEntry = { ref: `e${this.#numbers.last}`, tab, document, node, role, name, row };
    this.#current.set(key, entry);
    this.#entries.set(entry.ref, entry);
    this.#forgetOldest();
    return entry.ref;
  }

  find(ref: string): RefEntry | undefined {
    return this.#entries.get(ref);
  }

  /** Refs from before name elements that the agent saw in another state: all become stale. */
  forgetAll(): void {
    this.#entries.clear();
    this.#current.clear();
  }

  /** Was this number ever given out, even if it was forgotten since? */
  wasGiven(ref: string): boolean {
    const number = /^e([1-9]\d{0,8})$/u.exec(ref)?.[1];
    return number !== undefined && Number(number) <= this.#numbers.last;
  }

  name(name: string, ref: string): void {
    this.#named.set(name, ref);
  }

  named(name: string): string | undefined {
    return this.#named.get(name);
  }

  names(): readonly { readonly name: string; readonly ref: string }[] {
    return [...this.#named].map(([name, ref]) => ({ name, ref }));
  }

  #forgetOldest(): void {
    if (this.#entries.size <= MAX_REFS) return;
    const [oldest] = this.#entries.values();
    if (oldest === undefined) return;
    this.#entries.delete(oldest.ref);
    const key = `${oldest.document}/${oldest.node}`;
    if (this.#current.get(key) === oldest) this.#current.delete(key);
  }
}
