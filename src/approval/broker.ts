import { Failure } from '../core/index.js';
import type {
  Answer,
  AnsweredQuestion,
  AnswerResult,
  Channel,
  ChannelName,
  Grant,
  GrantKind,
  SubmitAnswer,
  PendingQuestion,
  PersonAnswer,
  Question,
  ApprovalQueue,
  Scope,
  SessionName,
} from '../core/index.js';
import { AnsweredList, stateOfTaken } from './answered.js';
import type { BrokerDeps } from './broker-deps.js';
import { whyNot } from './check-answer.js';
import { elicitationChannel } from './channels/elicitation.js';
import { QuestionLimit } from './question-limit.js';
import { Grants } from './grants.js';
import { AnswerCache } from './answer-cache.js';
import type { Final } from './answer-cache.js';
import { OpenQuestion, cancelled } from './open-question.js';
import { offerClientLink } from './client-link.js';
import { QuestionNotes } from './question-notes.js';
import { isBoundTo, questionKey, shownQuestion, timerMs } from './shown-question.js';

/**
 * Keeps the open questions. One action has at most one question, and it is answered at most once; when anything goes
 * wrong, nothing is approved. A question ends in `#settle`, whoever ended it.
 */
export class Broker implements ApprovalQueue {
  readonly #deps: BrokerDeps;
  readonly #notes: QuestionNotes;
  readonly #limit: QuestionLimit;
  readonly #grants: Grants;
  readonly #answersNobodyAwaited: AnswerCache;
  readonly #answered: AnsweredList;
  readonly #open = new Map<string, OpenQuestion>();
  #closed = false;

  constructor(deps: BrokerDeps) {
    this.#deps = deps;
    const clock = (): number => this.#now();
    this.#notes = new QuestionNotes(deps.note);
    this.#limit = new QuestionLimit(deps.limits);
    this.#answersNobodyAwaited = new AnswerCache(clock);
    this.#answered = new AnsweredList(clock);
    this.#grants = new Grants({ note: deps.note, clock });
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) throw cancelled(signal);
    const key = questionKey(question);
    const kept = this.#answersNobodyAwaited.take(key);
    if (kept !== undefined) {
      this.#answered.move(key, ['kept'], { state: stateOfTaken(question, kept) });
      return kept;
    }
    if (this.#closed) return { kind: 'nobody' };
    const joined = this.#open.get(key);
    const open = joined ?? this.#openQuestion(key, question);
    if (open === undefined) return { kind: 'nobody' };
    const onLate = (): void => {
      if (this.#now() >= open.expiresAt) this.#settle(key, { kind: 'expired' });
    };
    const onAbandoned = (): void => {
      // A question of await_human stays for its whole time anyway.
      if (question.kind !== 'approve' || open.isWaitedFor) return;
      if (question.abandonedMs !== undefined) open.abandon();
      else if (this.#open.delete(key)) open.drop();
    };
    // The second call for the same question waits the full time: the first call's answer told the user where to respond.
    const unwatchedMs = joined === undefined ? question.unwatchedMs : undefined;
    const limits = { ms: timerMs(question.waitMs), unwatchedMs, isWatched: () => this.#isWatched() };
    const { answer, over } = open.wait(limits, signal, onLate, onAbandoned);
    if (this.#asksClient(question)) this.#askClient(key, open, question, over);
    else this.#offerLink(open, question, over);
    return answer;
  }

  /** The question that such a call waits for, while it is open. */
  find(asked: Pick<Question, 'scope' | 'kind' | 'digest'>): string | undefined {
    return this.#open.get(questionKey(asked))?.id;
  }

  pending(): readonly PendingQuestion[] {
    return [...this.#open.values()].map(({ shown }) => shown);
  }

  seen(id: string, channel: ChannelName): void {
    this.#find(id)?.[1].see(channel);
  }

  answered(): readonly AnsweredQuestion[] {
    return this.#answered.list();
  }

  report(scope: Scope, digest: string, { ok, code }: { readonly ok: boolean; readonly code?: string }): void {
    const state = ok ? 'done' : 'failed';
    this.#answered.move(questionKey({ scope, kind: 'approve', digest }), ['running'], { state, ...(code && { code }) });
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
    if (this.#now() >= open.expiresAt) {
      this.#settle(key, { kind: 'expired' });
      return { ok: false, why: 'The question has expired.' };
    }
    const why = whyNot(open, answer, this.#deps.mayClientAnswer);
    return why === undefined ? this.#accept(key, open, answer) : this.#refuse(open, answer, why);
  }

  /** What was asked about is gone with the session, and so is whoever would have gone on. */
  sessionEnded(session: SessionName): void {
    for (const [key, { shown }] of this.#open) {
      if (!isBoundTo(session, shown)) continue;
      this.#notes.try('approval.withdrawn', shown, { why: 'the session ended' });
      this.#settle(key, { kind: 'ended' });
    }
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
    this.#answersNobodyAwaited.clear();
    this.#answered.clear();
    this.#grants.close();
  }

  #now(): number {
    return this.#deps.clock?.() ?? Date.now();
  }

  #find(id: string): [string, OpenQuestion] | undefined {
    return [...this.#open].find(([, open]) => open.id === id);
  }

  /** Undefined: nobody can be reached. */
  #openQuestion(key: string, question: Question): OpenQuestion | undefined {
    if (question.kind === 'choose' && (question.choices ?? []).length === 0) {
      throw new Failure('call.bad-arguments', 'A question of the kind choose needs choices.');
    }
    const shown = shownQuestion(question, this.#now(), this.#deps.code?.isSet() === true);
    const channels = this.#deps.channels.filter(
      (channel) => question.approvers?.includes(channel.name) !== false && channel.takes(shown),
    );
    const openChannels = new Set<ChannelName>(channels.map(({ name }) => name));
    if (this.#asksClient(question)) openChannels.add('elicitation');
    if (openChannels.size === 0) return undefined;
    const others = this.pending().map(({ scope }) => scope.principal);
    if (!this.#limit.admits(question.scope.principal, others, this.#now())) throw new Failure('approval.too-many');
    const { digest, grantable, seenMs, abandonedMs } = question;
    this.#notes.write('approval.asked', shown, { digest, channels: [...openChannels], watched: this.#isWatched() });
    const open = new OpenQuestion(shown, { digest, grantable, seenMs, abandonedMs }, openChannels, {
      clock: () => this.#now(),
      onExpired: () => {
        this.#settle(key, { kind: 'expired' });
      },
    });
    this.#open.set(key, open);
    // A webhook told somebody, and the program around us shows it.
    open.isTold = openChannels.has('webhook') || openChannels.has('host');
    if (question.unseenMs !== undefined && !open.isTold) {
      open.watchUnseen(question.unseenMs, () => {
        this.#settle(key, { kind: 'nobody' });
      });
    }
    for (const channel of channels) void this.#deliver(key, open, channel, open.settled);
    if (!openChannels.has('elicitation') && question.client?.opens !== true) this.#notifyDesktop(open);
    return open;
  }

  #isWatched(): boolean {
    return this.#deps.isWatched?.() === true;
  }

  /** Tells a person on the desktop, if nobody watches for questions elsewhere. */
  #notifyDesktop(open: OpenQuestion): void {
    if (open.isTold || open.isSeen || this.#isWatched()) return;
    void this.#deps.tell?.(open.shown).then(
      (isTold) => {
        open.isTold ||= isTold;
      },
      () => undefined,
    );
  }

  #asksClient(question: Question): boolean {
    return question.client?.shows === true && this.#deps.mayClientAnswer(question);
  }

  /** Asks the agent's client, for as long as its call waits; one client at a time. */
  #askClient(key: string, open: OpenQuestion, question: Question, callOver: AbortSignal): void {
    if (question.client === undefined || open.clientBusy || open.settled.aborted) return;
    open.clientBusy = true;
    open.openChannels.add('elicitation');
    open.see('elicitation');
    const channel = elicitationChannel(question.client, (shown) => this.#deps.mayClientAnswer(shown));
    void this.#deliver(key, open, channel, callOver).finally(() => {
      open.clientBusy = false;
    });
  }

  #offerLink(open: OpenQuestion, { client }: Question, callOver: AbortSignal): void {
    const onDeclined = this.#notifyDesktop.bind(this, open);
    offerClientLink(open, { client, url: this.#deps.linkTo?.(open.id), callOver, onDeclined });
  }

  /** A channel that broke or was turned away reaches nobody; without any the question is denied. */
  async #deliver(key: string, open: OpenQuestion, channel: Channel, over: AbortSignal): Promise<void> {
    const { name } = channel;
    const { shown } = open;
    const signal = AbortSignal.any([open.settled, over]);
    try {
      const submit: SubmitAnswer = (answer) => this.answer(shown.id, { ...answer, channel: name });
      const seen = (): PendingQuestion => {
        open.see(name);
        return open.shown;
      };
      const said = await channel.deliver(shown, submit, signal, seen);
      if (said === 'open') return;
    } catch {
      if (!signal.aborted) this.#notes.try('approval.channel-broken', shown, { channel: name });
    }
    if (signal.aborted) return;
    open.openChannels.delete(name);
    open.unsee(name);
    if (open.openChannels.size === 0) this.#settle(key, { kind: 'nobody' });
    else if (name === 'elicitation') this.#notifyDesktop(open);
  }

  #accept(key: string, open: OpenQuestion, answer: PersonAnswer): AnswerResult {
    const { yes, by, value, channel, grantSeconds } = answer;
    const { shown } = open;
    const { digest, grantable } = open.bounds;
    let grant: Grant | undefined;
    try {
      if (grantSeconds !== undefined && grantable !== undefined) {
        grant = this.#grants.give(grantable, by, grantSeconds, shown.scope);
        if (grant === undefined) return { ok: false, why: 'There are too many grants; revoke some.' };
      }
      this.#notes.write('approval.answered', shown, { by, channel, yes, digest });
    } catch {
      if (grant !== undefined) this.#grants.tryRevoke(grant.id);
      if (yes) return { ok: false, why: 'The record cannot be written, so nothing is approved.' };
    }
    const until = open.isWaitedFor ? undefined : open.endsAt;
    const state = until !== undefined ? 'kept' : yes && shown.kind === 'approve' ? 'running' : 'over';
    this.#answered.add(key, shown, answer, { state, ...(until !== undefined && { until }) });
    this.#settle(key, yes ? { kind: 'yes', by, ...(value !== undefined && { value }) } : { kind: 'no', by });
    return { ok: true, ...(grant !== undefined && { grant: grant.id }) };
  }

  #refuse({ shown, bounds }: OpenQuestion, { by, channel }: PersonAnswer, why: string): AnswerResult {
    this.#notes.try('approval.refused', shown, { by, channel, why, digest: bounds.digest });
    return { ok: false, why };
  }

  #settle(key: string, answer: Final): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    const isApproval = open.shown.kind === 'approve' && answer.kind === 'yes';
    if (open.settle(answer) || this.#closed) return;
    // An approval is for now: it does not outlive the longest time in which it could have been given.
    this.#answersNobodyAwaited.keep(key, answer, isApproval ? open.endsAt : undefined);
  }
}
