import { randomBytes } from 'node:crypto';
import { Failure, sessionKey } from '../core/index.js';
import type {
  Answer,
  AnswerResult,
  Channel,
  ChannelName,
  Grant,
  GrantKind,
  JsonObject,
  PendingQuestion,
  PersonAnswer,
  Question,
  QuestionDesk,
  Record,
  Scope,
} from '../core/index.js';
import { whyUnfit } from './check-answer.js';
import { elicitationChannel } from './channels/elicitation.js';
import { FloodGate } from './flood-gate.js';
import type { FloodLimits } from './flood-gate.js';
import { Grants, isGrantTime } from './grants.js';
import { KeptAnswers } from './kept-answers.js';
import type { Final } from './kept-answers.js';
import { isGrave } from './may-client-answer.js';
import { OpenQuestion, cancelled } from './open-question.js';

export interface BrokerDeps {
  /** The ways to a person that are there for every call. */
  readonly channels: readonly Channel[];
  readonly mayClientAnswer: (question: Pick<Question, 'kind' | 'risk' | 'secret'>) => boolean;
  readonly limits: FloodLimits;
  /** What a yes to something grave takes, where the person has set one. */
  readonly code?: CodeCheck;
  readonly note: Record['note'];
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

export interface CodeCheck {
  isSet(): boolean;
  check(code: string | undefined): Promise<AnswerResult>;
}

/** Longer times overflow a timer, which then fires at once. */
const LONGEST_MS = 86_400_000;
const NO_RECORD = 'The record cannot be written, so nothing is approved.';

/** At most one question for one action, answered at most once; whatever goes wrong, nothing is approved. */
export class Broker implements QuestionDesk {
  readonly #deps: BrokerDeps;
  readonly #gate: FloodGate;
  readonly #grants: Grants;
  readonly #kept: KeptAnswers;
  readonly #open = new Map<string, OpenQuestion>();
  #closed = false;

  constructor(deps: BrokerDeps) {
    this.#deps = deps;
    const clock = (): number => this.#now();
    this.#gate = new FloodGate(deps.limits);
    this.#kept = new KeptAnswers(clock);
    this.#grants = new Grants({ note: deps.note, clock });
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) throw cancelled(signal);
    const key = keyOf(question);
    const kept = this.#kept.take(key);
    if (kept !== undefined) return kept;
    const open = this.#closed ? undefined : (this.#open.get(key) ?? this.#put(key, question));
    if (open === undefined) return { kind: 'nobody' };
    const onLate = (): void => {
      if (this.#now() >= open.shown.expiresAt) this.#settle(key, { kind: 'expired' });
    };
    const onAbandoned = (): void => {
      // Nobody is left to act on this approval; a question of await_human stays, for the call that joins it again.
      if (question.kind === 'approve' && !open.isWaitedFor) this.#remove(key);
    };
    const { answer, over } = open.wait(within(question.waitMs), signal, onLate, onAbandoned);
    this.#askClient(key, open, question, over);
    return answer;
  }

  /** Whoever asks for them looks at them. */
  pending(): readonly PendingQuestion[] {
    for (const open of this.#open.values()) open.isSeen = true;
    return this.#shownNow();
  }

  #shownNow(): PendingQuestion[] {
    return [...this.#open.values()].map(({ shown }) => shown);
  }

  async answer(id: string, answer: PersonAnswer): Promise<AnswerResult> {
    const asked = this.#find(id)?.[1];
    if (asked?.shown.needsCode === true && answer.yes) {
      const checked = (await this.#deps.code?.check(answer.code)) ?? { ok: false, why: 'The code cannot be checked.' };
      if (!checked.ok) return this.#refuse(asked, answer, checked.why);
    }
    // Looked up again: while the code was checked, another channel may have answered.
    const found = this.#find(id);
    if (found === undefined) return { ok: false, why: 'There is no such open question.' };
    const [key, open] = found;
    // Timers stand still while a computer sleeps; the time of day does not.
    if (this.#now() >= open.shown.expiresAt) {
      this.#settle(key, { kind: 'expired' });
      return { ok: false, why: 'The question has expired.' };
    }
    const why = this.#whyNot(open, answer);
    return why === undefined ? this.#accept(key, open, answer) : this.#refuse(open, answer, why);
  }

  useGrant(kind: GrantKind, scope: Scope): Grant | undefined {
    return this.#closed ? undefined : this.#grants.use(kind, scope);
  }

  grants(): readonly Grant[] {
    return this.#grants.list();
  }

  revoke(grant: string, by: string): AnswerResult {
    return this.#grants.revoke(grant, by);
  }

  /** Everything that is open is denied, and nothing can be asked any more. */
  close(): void {
    this.#closed = true;
    for (const key of [...this.#open.keys()]) this.#settle(key, { kind: 'no', by: 'gatewright' });
    this.#kept.clear();
    this.#grants.close();
  }

  #now(): number {
    return this.#deps.clock?.() ?? Date.now();
  }

  #find(id: string): [string, OpenQuestion] | undefined {
    return [...this.#open].find(([, { shown }]) => shown.id === id);
  }

  /** Undefined: nobody can be reached. */
  #put(key: string, question: Question): OpenQuestion | undefined {
    if (question.kind === 'choose' && (question.choices ?? []).length === 0) {
      throw new Failure('call.bad-arguments', 'A question of the kind choose needs choices.');
    }
    const shown = this.#shown(question);
    const channels = this.#deps.channels.filter((channel) => channel.takes(shown));
    const live = new Set<ChannelName>(channels.map(({ name }) => name));
    if (this.#asksClient(question)) live.add('elicitation');
    if (live.size === 0) return undefined;
    const others = this.#shownNow().map(({ scope }) => scope.principal);
    if (!this.#gate.admits(question.scope.principal, others, this.#now())) throw new Failure('approval.too-many');
    const { digest, grantable } = question;
    this.#note('approval.asked', question.scope, shown, { digest, channels: [...live] });
    const open = new OpenQuestion(shown, { digest, grantable }, live, () => {
      this.#settle(key, { kind: 'expired' });
    });
    this.#open.set(key, open);
    // A webhook told somebody.
    if (question.unseenMs !== undefined && !live.has('webhook')) {
      open.watchUnseen(question.unseenMs, () => {
        this.#settle(key, { kind: 'nobody' });
      });
    }
    for (const channel of channels) void this.#bring(key, open, channel, open.settled);
    return open;
  }

  #shown(question: Question): PendingQuestion {
    const { kind, scope, tool, prompt, choices, secret, origin, risk, about, picture, grantable } = question;
    const openForMs = within(question.openForMs);
    const askedAt = this.#now();
    return Object.freeze({
      ...{ kind, scope, tool, prompt, choices, secret, origin, risk, about, picture, openForMs, askedAt },
      id: randomBytes(4).toString('hex'),
      expiresAt: askedAt + openForMs,
      mayGrant: kind === 'approve' && grantable !== undefined && grantable.risk !== 'critical',
      needsCode: isGrave(question) && this.#deps.code?.isSet() === true,
    });
  }

  #asksClient(question: Question): boolean {
    return question.client !== undefined && this.#deps.mayClientAnswer(question);
  }

  /** The client of the call that waits, one at a time; it is asked no longer than the call waits. */
  #askClient(key: string, open: OpenQuestion, question: Question, callOver: AbortSignal): void {
    if (question.client === undefined || open.clientBusy || !this.#asksClient(question)) return;
    if (open.settled.aborted) return;
    open.clientBusy = true;
    open.live.add('elicitation');
    const channel = elicitationChannel(question.client, (shown) => this.#deps.mayClientAnswer(shown));
    void this.#bring(key, open, channel, callOver).finally(() => {
      open.clientBusy = false;
    });
  }

  /** A channel that broke or was turned away reaches nobody; without any the question is denied. */
  async #bring(key: string, open: OpenQuestion, channel: Channel, over: AbortSignal): Promise<void> {
    const { name } = channel;
    const { shown } = open;
    const signal = AbortSignal.any([open.settled, over]);
    try {
      const said = await channel.bring(shown, (answer) => this.answer(shown.id, { ...answer, channel: name }), signal);
      if (said === 'open') return;
    } catch {
      if (!signal.aborted) this.#tryNote('approval.channel-broken', shown.scope, shown, { channel: name });
    }
    if (signal.aborted) return;
    open.live.delete(name);
    if (open.live.size === 0) this.#settle(key, { kind: 'nobody' });
  }

  #whyNot({ shown, live, grantable }: OpenQuestion, answer: PersonAnswer): string | undefined {
    const { channel, grantSeconds, yes } = answer;
    if (!live.has(channel)) return 'This question is not answered through this channel.';
    if (channel === 'elicitation' && !this.#deps.mayClientAnswer(shown)) return 'A person has to answer this.';
    if (grantSeconds === undefined) return whyUnfit(shown, answer);
    if (!yes || !shown.mayGrant || grantable === undefined) return 'This cannot be granted beforehand.';
    // A grant outlives what was seen: it is given where a person looked, not by a link or the agent's own client.
    if (channel !== 'cli' && channel !== 'console') return 'Grants are given in a terminal or in the console.';
    if (!isGrantTime(grantSeconds)) return 'A grant is for one minute to eight hours: give a time within that.';
    return whyUnfit(shown, answer);
  }

  #accept(key: string, open: OpenQuestion, answer: PersonAnswer): AnswerResult {
    const { yes, by, value, channel, grantSeconds } = answer;
    const { shown, digest, grantable } = open;
    let grant: Grant | undefined;
    try {
      if (grantSeconds !== undefined && grantable !== undefined) {
        grant = this.#grants.give(grantable, by, grantSeconds, shown.scope);
        if (grant === undefined) return { ok: false, why: 'There are too many grants; revoke some.' };
      }
      this.#note('approval.answered', shown.scope, shown, { by, channel, yes, digest });
    } catch {
      if (grant !== undefined) this.#tryRevoke(grant.id);
      if (yes) return { ok: false, why: NO_RECORD };
    }
    this.#settle(key, yes ? { kind: 'yes', by, ...(value !== undefined && { value }) } : { kind: 'no', by });
    return { ok: true, ...(grant !== undefined && { grant: grant.id }) };
  }

  #refuse({ shown, digest }: OpenQuestion, { by, channel }: PersonAnswer, why: string): AnswerResult {
    this.#tryNote('approval.refused', shown.scope, shown, { by, channel, why, digest });
    return { ok: false, why };
  }

  #tryRevoke(grant: string): void {
    try {
      this.#grants.revoke(grant, 'gatewright');
    } catch {
      // It is gone; that this is not on the record is what the caller is told.
    }
  }

  #note(event: string, scope: Scope, { id, kind, tool, risk }: PendingQuestion, more: JsonObject): void {
    this.#deps.note({
      event,
      scope,
      facts: { question: id, kind, tool, ...(risk === undefined ? {} : { risk }), ...more },
    });
  }

  #tryNote(...noted: [string, Scope, PendingQuestion, JsonObject]): void {
    try {
      this.#note(...noted);
    } catch {
      // Nothing was approved; the next call finds out that the record is broken.
    }
  }

  #remove(key: string): OpenQuestion | undefined {
    const open = this.#open.get(key);
    this.#open.delete(key);
    open?.drop();
    return open;
  }

  #settle(key: string, answer: Final): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    if (open.settle(answer) || this.#closed) return;
    // An approval is for now: it does not outlive the time in which it could have been given.
    const until = open.shown.kind === 'approve' && answer.kind === 'yes' ? open.shown.expiresAt : undefined;
    this.#kept.keep(key, answer, until);
  }
}

/** The session's key is part of it, whatever the digest is over: nobody gets the answer to somebody else's question. */
function keyOf({ scope, kind, digest }: Question): string {
  return JSON.stringify([sessionKey(scope), kind, digest]);
}

function within(ms: number): number {
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}
