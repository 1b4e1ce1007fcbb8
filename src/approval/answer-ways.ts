import { ownCommand } from '../core/index.js';
import type { ChannelName } from '../core/index.js';

/** Where a person can answer, as it is now. */
export class AnswerWays {
  /** The control socket listens: terminals and consoles reach us. */
  control = false;
  /** The address of a console. */
  console: string | undefined;
  /** Opens or finds one. */
  offered: (() => Promise<string>) | undefined;
  readonly #has: (name: ChannelName) => boolean;
  readonly #log: (line: string) => void;

  constructor(has: (name: ChannelName) => boolean, log: (line: string) => void) {
    this.#has = has;
    this.#log = log;
  }

  /** Before each question: a console of another process may have been closed since the last one. */
  async ready(): Promise<void> {
    if (this.offered === undefined || !this.#has('console')) return;
    this.console = await this.offered().catch(() => {
      this.#log('no console could be opened for the question; a terminal can answer it');
      return undefined;
    });
  }

  /** The page of this question, or of all; undefined where there is no console. */
  linkTo(question: string | undefined): string | undefined {
    if (this.console === undefined || !this.#has('console')) return undefined;
    return `${this.console}${question === undefined ? '/waiting' : `/question/${question}`}`;
  }

  /** For a waiting client. */
  words(question: string | undefined): string {
    const page = this.linkTo(question) ?? (this.control ? ownCommand('console') : undefined);
    const ways = [
      this.#has('console') ? page : undefined,
      this.control && this.#has('cli') ? ownCommand('approvals watch') : undefined,
    ];
    return ways.filter((way) => way !== undefined).join(' or ');
  }
}
