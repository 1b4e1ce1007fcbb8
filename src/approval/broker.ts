import { randomBytes } from 'node:crypto';
import { Failure } from '../core/index.js';
import type { Answer, AnswerResult, PendingQuestion, People, Question, QuestionDesk } from '../core/index.js';
import { whyUnfit } from './check-answer.js';

export interface BrokerDeps {
  readonly maxPending: number;
  /** Is there a channel through which a person could answer? */
  readonly reachable: () => boolean;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

type Final = Extract<Answer, { kind: 'yes' | 'no' | 'expired' }>;
type Waiter = (answer: Answer) => void;

interface OpenQuestion {
  readonly shown: PendingQuestion;
  readonly waiters: Set<Waiter>;
  readonly timer: NodeJS.Timeout;
}

interface KeptAnswer {
  readonly answer: Final;
  readonly until: number;
}

/** How long an answer waits for its asker to come back for it. */
const KEPT_MS = 600_000;
const MOST_KEPT = 200;
/** Longer times overflow a timer, which then fires at once. */
const LONGEST_MS = 86_400_000;

/** At most one question for one action, answered at most once; whatever goes wrong, nothing is approved. */
export class Broker implements People, QuestionDesk {
  readonly #deps: BrokerDeps;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #kept = new Map<string, KeptAnswer>();
  #closed = false;

  constructor(deps: BrokerDeps) {
    this.#deps = deps;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) throw cancelled(signal);
      const key = keyOf(question);
      const kept = this.#takeKept(key);
      if (kept !== undefined) {
        resolve(kept);
        return;
      }
      if (this.#closed || !this.#deps.reachable()) {
        resolve({ kind: 'nobody' });
        return;
      }
      this.#wait(key, this.#open.get(key) ?? this.#put(key, question), question, signal, resolve, reject);
    });
  }

  pending(): readonly PendingQuestion[] {
    return [...this.#open.values()].map(({ shown }) => shown);
  }

  answer(id: string, answer: { readonly yes: boolean; readonly value?: string; readonly by: string }): AnswerResult {
    const found = [...this.#open].find(([, { shown }]) => shown.id === id);
    if (found === undefined) return { ok: false, why: 'There is no such open question.' };
    const [key, { shown }] = found;
    // Timers stand still while a computer sleeps; the time of day does not.
    if (this.#now() >= shown.expiresAt) {
      this.#settle(key, { kind: 'expired' });
      return { ok: false, why: 'The question has expired.' };
    }
    const why = whyUnfit(shown, answer);
    if (why !== undefined) return { ok: false, why };
    const { by, value } = answer;
    this.#settle(key, answer.yes ? { kind: 'yes', by, ...(value !== undefined && { value }) } : { kind: 'no', by });
    return { ok: true };
  }

  /** Everything that is open is denied, and nothing can be asked any more. */
  close(): void {
    this.#closed = true;
    for (const key of [...this.#open.keys()]) this.#settle(key, { kind: 'no', by: 'gatewright' });
    this.#kept.clear();
  }

  #now(): number {
    return this.#deps.clock?.() ?? Date.now();
  }

  #put(key: string, question: Question): OpenQuestion {
    if (this.#open.size >= this.#deps.maxPending) throw new Failure('approval.too-many');
    if (question.kind === 'choose' && (question.choices ?? []).length === 0) {
      throw new Failure('call.bad-arguments', 'A question of the kind choose needs choices.');
    }
    const openForMs = within(question.openForMs);
    const askedAt = this.#now();
    const { kind, scope, tool, prompt, choices, secret, origin, about } = question;
    const asked = { kind, scope, tool, prompt, choices, secret, origin, about };
    const id = randomBytes(4).toString('hex');
    const shown = Object.freeze({ ...asked, id, openForMs, askedAt, expiresAt: askedAt + openForMs });
    const timer = setTimeout(() => {
      this.#settle(key, { kind: 'expired' });
    }, openForMs).unref();
    const open: OpenQuestion = { shown, waiters: new Set(), timer };
    this.#open.set(key, open);
    return open;
  }

  #wait(
    key: string,
    open: OpenQuestion,
    question: Question,
    signal: AbortSignal,
    resolve: Waiter,
    reject: (why: Failure) => void,
  ): void {
    const leave = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      open.waiters.delete(waiter);
    };
    const waiter: Waiter = (answer) => {
      leave();
      resolve(answer);
    };
    const abandon = (): void => {
      leave();
      // Nobody is left to act on this approval; a question of await_human stays, for the call that joins it again.
      if (question.kind === 'approve' && open.waiters.size === 0) this.#remove(key);
      reject(cancelled(signal));
    };
    const timer = setTimeout(() => {
      if (this.#now() >= open.shown.expiresAt) this.#settle(key, { kind: 'expired' });
      else waiter({ kind: 'pending', question: open.shown.id });
    }, within(question.waitMs)).unref();
    signal.addEventListener('abort', abandon);
    open.waiters.add(waiter);
  }

  #remove(key: string): OpenQuestion | undefined {
    const open = this.#open.get(key);
    clearTimeout(open?.timer);
    this.#open.delete(key);
    return open;
  }

  #settle(key: string, answer: Final): void {
    const open = this.#remove(key);
    if (open === undefined) return;
    const [first, ...others] = open.waiters;
    if (first === undefined) {
      this.#keep(key, open.shown, answer);
      return;
    }
    first(answer);
    // One yes is one action: whoever asked for the same at the same time has to ask again.
    const oneOnly = open.shown.kind === 'approve' && answer.kind === 'yes';
    for (const waiter of others) waiter(oneOnly ? { kind: 'pending', question: open.shown.id } : answer);
  }

  #keep(key: string, shown: PendingQuestion, answer: Final): void {
    if (this.#closed) return;
    // An approval is for now: it does not outlive the time in which it could have been given.
    const until = shown.kind === 'approve' && answer.kind === 'yes' ? shown.expiresAt : this.#now() + KEPT_MS;
    this.#kept.delete(key);
    this.#kept.set(key, { answer, until });
    for (const [old, { until: end }] of this.#kept) {
      if (end <= this.#now() || this.#kept.size > MOST_KEPT) this.#kept.delete(old);
    }
  }

  #takeKept(key: string): Final | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept !== undefined && kept.until > this.#now() ? kept.answer : undefined;
  }
}

/** Principal and session are part of it, whatever the digest is over: nobody gets the answer to somebody else's question. */
function keyOf({ scope, kind, digest }: Question): string {
  return JSON.stringify([scope.principal, scope.session, kind, digest]);
}

function within(ms: number): number {
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}

function cancelled(signal: AbortSignal): Failure {
  return signal.reason instanceof Failure ? signal.reason : new Failure('call.cancelled');
}
