import { Failure } from '../core/index.js';
import type {
  AskingClient,
  ElicitationClient,
  ClientReply,
  JsonObject,
  OpeningSignals,
  PendingQuestion,
  Record,
  Released,
  Scope,
} from '../core/index.js';
import type { ElicitationForm } from './elicitation-required.js';
import { questionMessage } from './approval-facts.js';
import { openState, sealState } from './approval-digest.js';
import type { QuestionState } from './approval-digest.js';

export interface CallClientDeps {
  readonly scope: Scope;
  readonly release: (form: ElicitationForm) => Released;
  readonly note: Record['note'];
}

/** The client of one call as somebody to ask. What it brings from an earlier call counts for exactly that question. */
export class CallClient implements AskingClient {
  readonly #elicitation: ElicitationClient;
  readonly #deps: CallClientDeps;
  readonly #digest: string;
  readonly #brought: QuestionState | undefined;
  #form: ElicitationForm | undefined;

  /** Throws when what the client brought is forged, too late, or about something that is no longer so. */
  constructor(elicitation: ElicitationClient, deps: CallClientDeps, digest: string) {
    this.#elicitation = elicitation;
    this.#deps = deps;
    this.#digest = digest;
    this.#brought = readState(elicitation, deps);
    if (this.#brought === undefined || this.#brought.digest === digest) return;
    this.#note('approval.void', 'what was asked about is not what is there now');
    throw new Failure('policy.changed', 'what was asked about is not what is there now');
  }

  /** Set when the question is to be sent with the answer to this call. */
  get form(): ElicitationForm | undefined {
    return this.#form;
  }

  get shows(): boolean {
    return abilitiesOf(this.#elicitation).shows;
  }

  get opens(): boolean {
    return abilitiesOf(this.#elicitation).opens;
  }

  async ask(question: PendingQuestion, schema: JsonObject, settled: AbortSignal): Promise<ClientReply> {
    const message = questionMessage(question);
    if (this.#elicitation.kind === 'later') return this.#askLater(this.#elicitation, question, { message, schema });
    return (await this.#elicitation.ask?.(this.#deps.release({ message, schema }), settled)) ?? { action: 'cancel' };
  }

  async open(question: PendingQuestion, url: string, signals: OpeningSignals): Promise<ClientReply> {
    const form = { message: questionMessage(question), schema: {}, url };
    if (this.#elicitation.kind === 'later') return this.#askLater(this.#elicitation, question, form);
    return (await this.#elicitation.open?.(this.#deps.release(form), question.id, signals)) ?? { action: 'cancel' };
  }

  #askLater(
    { reply }: Extract<ElicitationClient, { kind: 'later' }>,
    { id, expiresAt }: PendingQuestion,
    form: ElicitationForm,
  ): ClientReply {
    if (this.#brought?.question === id) return reply ?? { action: 'cancel' };
    if (this.#brought !== undefined) this.#note('approval.replayed', 'the question it belonged to is settled');
    const state = sealState(this.#deps.scope, { question: id, digest: this.#digest, expiresAt });
    this.#form = { ...form, state };
    return { action: 'later' };
  }

  #note(event: string, why: string): void {
    this.#deps.note({ event, scope: this.#deps.scope, facts: { why, digest: this.#digest } });
  }
}

export function abilitiesOf(elicitation: ElicitationClient): Pick<AskingClient, 'shows' | 'opens'> {
  if (elicitation.kind === 'later') return elicitation;
  return { shows: elicitation.ask !== undefined, opens: elicitation.open !== undefined };
}

/** Also for a call that turns out to need nobody: who forges is on the record. */
export function readState(
  elicitation: ElicitationClient | undefined,
  { scope, note }: Pick<CallClientDeps, 'scope' | 'note'>,
): QuestionState | undefined {
  if (elicitation?.kind !== 'later' || elicitation.state === undefined) return undefined;
  const opened = openState(scope, elicitation.state, Date.now());
  if (opened === 'expired') throw new Failure('approval.expired', 'the answer came too late');
  if (opened !== 'forged') return opened;
  note({ event: 'approval.forged', scope, facts: { why: 'requestState is not one that was given to this caller' } });
  throw new Failure('call.bad-arguments', 'requestState: not one that was given to this caller; call again without it');
}
