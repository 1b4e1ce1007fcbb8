import type { Scope } from '../call.js';
import type { JsonObject } from '../json.js';

export type QuestionKind = 'approve' | 'acknowledge' | 'confirm' | 'choose' | 'input';

/** What a person is shown. `prompt` and `reason` are the agent's or the gateway's words; `about` are masked facts. */
export interface Question {
  readonly kind: QuestionKind;
  readonly scope: Scope;
  readonly tool: string;
  readonly prompt: string;
  readonly choices?: readonly string[];
  /** The answer is a secret: it is kept under this name and never shown again. */
  readonly secret?: string;
  readonly origin?: string;
  readonly about?: JsonObject;
  /** What the answer is bound to; the same digest joins a question that is still open. */
  readonly digest: string;
  /** How long the question stays open, and how long this call waits for it. */
  readonly openForMs: number;
  readonly waitMs: number;
}

export type Answer =
  | { readonly kind: 'yes'; readonly by: string; readonly value?: string }
  | { readonly kind: 'no'; readonly by: string }
  /** Nobody answered in time; the question is closed and denied. */
  | { readonly kind: 'expired' }
  /** The question is still open; the same call again joins it. */
  | { readonly kind: 'pending'; readonly question: string }
  /** There is no channel that could reach a person. */
  | { readonly kind: 'nobody' };

export interface PendingQuestion extends Omit<Question, 'digest' | 'waitMs'> {
  readonly id: string;
  readonly askedAt: number;
  readonly expiresAt: number;
}

export interface People {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** The other side of the desk: what a channel that reaches a person may do. */
export interface QuestionDesk {
  pending(): readonly PendingQuestion[];
  /** False if there is no such question any more or the answer does not fit it. */
  answer(id: string, answer: { readonly yes: boolean; readonly value?: string; readonly by: string }): AnswerResult;
}

export type AnswerResult = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** What `await_human` asks; the gateway adds who asks, from where, and what the answer is bound to. */
export interface PlainQuestion {
  readonly kind: Exclude<QuestionKind, 'approve'>;
  readonly prompt: string;
  readonly choices?: readonly string[];
  readonly secret?: string;
  readonly openForMs: number;
}

/** People as a tool sees them: bound to its call. A secret answer goes to the registry and comes back without its value. */
export interface CallPeople {
  ask(question: PlainQuestion): Promise<Answer>;
}
