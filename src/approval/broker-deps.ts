import type { AnswerResult, Channel, PendingQuestion, Question, Record } from '../core/index.js';
import type { FloodLimits } from './question-limit.js';

export interface BrokerDeps {
  /** The ways to a person that are there for every call. */
  readonly channels: readonly Channel[];
  readonly mayClientAnswer: (question: Pick<Question, 'kind' | 'risk' | 'secret'>) => boolean;
  /** Where a person answers this question; undefined where there is no console. */
  readonly linkTo?: (id: string) => string | undefined;
  readonly limits: FloodLimits;
  /** The approval code that a critical action needs, where the person has set one. */
  readonly code?: CodeCheck;
  readonly note: Record['note'];
  /** Would somebody see a new question now? */
  readonly isWatched?: () => boolean;
  /** Tells a person that a question waits which nobody watches for. False: nobody was told. */
  readonly tell?: (question: PendingQuestion) => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

export interface CodeCheck {
  isSet(): boolean;
  check(code: string | undefined): Promise<AnswerResult>;
}
