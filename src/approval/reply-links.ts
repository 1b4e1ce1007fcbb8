import { createHash, randomBytes } from 'node:crypto';
import type { SubmitAnswer, MarkSeen, PendingQuestion } from '../core/index.js';

interface Asked {
  readonly question: PendingQuestion;
  readonly submit: SubmitAnswer;
  /** A person was shown it. */
  readonly seen?: MarkSeen | undefined;
}

/** Links that answer one question once. They are known to whom they were sent, and kept here as hashes only. */
export class ReplyLinks {
  readonly #asked = new Map<string, Asked>();
  #base: string | undefined;

  /** Where our HTTP endpoint is, as a person reaches it; without it there are no links. */
  listenAt(base: string): void {
    this.#base = base.replace(/\/$/u, '');
  }

  make(question: PendingQuestion, submit: SubmitAnswer, settled: AbortSignal, seen?: MarkSeen): string | undefined {
    if (this.#base === undefined) return undefined;
    const token = randomBytes(32).toString('base64url');
    const key = hashOf(token);
    this.#asked.set(key, { question, submit, seen });
    settled.addEventListener('abort', () => this.#asked.delete(key), { once: true });
    return `${this.#base}/answer/${token}`;
  }

  find(token: string): Asked | undefined {
    return this.#asked.get(hashOf(token));
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
