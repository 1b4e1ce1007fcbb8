import type { Scope, SessionName } from '../call.js';
import type { JsonObject } from '../json.js';
import type { Released } from '../seals/released.js';
import type { ChannelName } from '../team.js';
import type { RiskLevel } from '../verdict.js';
import type { SecretMasking } from './secrets.js';

export type QuestionKind = 'approve' | 'acknowledge' | 'confirm' | 'choose' | 'input';

/** What the form of an element would send, and where. All but `method` come from the page. */
export type AskedForm = {
  readonly method: 'get' | 'post' | 'dialog';
  /** With its query where that is sent. */
  readonly action: string;
  /** Characters of the address that are not in `action`. */
  readonly actionMore?: number;
  readonly encoding?: string;
  readonly target?: string;
  readonly submit?: string;
  readonly amount?: string;
  readonly fields?: readonly AskedField[];
  /** Fields that are not in `fields`. */
  readonly moreFields?: number;
};

export type AskedField = {
  readonly name: string;
  readonly value: string;
  /** Characters of the value that are not in `value`. */
  readonly more?: number;
  /** Only a script of the page knows what is sent. */
  readonly isUnreadable?: boolean;
};

/** An element as it is on the page. All strings come from the page. */
export type AskedElement = {
  readonly role: string;
  readonly name: string;
  /** What a person sees on it, where that is not its name. */
  readonly shown?: string;
  readonly frameOrigin: string;
  readonly href?: string;
  /** What the dialog or form around it says, and the total in it. */
  readonly around?: { readonly says?: string; readonly amount?: string };
  readonly form?: AskedForm;
};

/** What would really happen, masked. `rule` is the gateway's word, `arguments` and `agentSays` are the agent's. */
export type AskedFacts = {
  readonly rule: string;
  readonly arguments: JsonObject;
  readonly agentSays?: string;
  /** Where the page is, without its query; page text like the rest of an address. */
  readonly url?: string;
  readonly goesTo: readonly string[];
  readonly elements: readonly AskedElement[];
};

/** The scope of a grant: this caller, this tool, these origins, for this reason. */
export interface GrantKind {
  readonly principal: string;
  readonly tool: string;
  /** Every origin that the call concerns: the page's, the frame's, the form's, the address's. */
  readonly origins: readonly string[];
  readonly rule: string;
  readonly reason: string;
  readonly risk: RiskLevel;
}

export interface Grant extends GrantKind {
  readonly id: string;
  readonly by: string;
  readonly givenAt: number;
  readonly expiresAt: number;
  readonly used: number;
}

/** What a person is shown. `prompt` is the agent's or, of an approval, the gateway's words; `about` are masked facts. */
export interface Question {
  readonly kind: QuestionKind;
  readonly scope: Scope;
  readonly tool: string;
  readonly prompt: string;
  readonly choices?: readonly string[];
  /** The answer is a secret: it is kept under this name and never shown again. */
  readonly secret?: string;
  readonly origin?: string;
  /** Of an approval. */
  readonly risk?: RiskLevel;
  readonly about?: AskedFacts;
  /** The element as it looks, a PNG with secrets painted over. */
  readonly picture?: Uint8Array;
  /** The kind of grant that a yes may become; absent where it may not become one. */
  readonly grantable?: GrantKind;
  /** What the answer is bound to; the same digest joins a question that is still open. */
  readonly digest: string;
  /** How long the question stays open, and how long this call waits for it. */
  readonly openForMs: number;
  readonly waitMs: number;
  /** Denied so long after a person first saw it, also where `openForMs` would last longer. */
  readonly seenMs?: number;
  /** If nobody has looked at it after so long, nobody is there: it is closed with `nobody`. */
  readonly unseenMs?: number;
  /** So long an approval outlives a call that was cancelled, for the same call again; absent: it ends with the call. */
  readonly abandonedMs?: number;
  /** If nobody watches, and nobody was told, the call that asked first waits so long and no longer. */
  readonly unwatchedMs?: number;
  /** The agent's own client, where it can be asked. */
  readonly client?: AskingClient;
  /** Where it may be answered, of the places that there are; absent: in all of them. */
  readonly approvers?: readonly ChannelName[];
}

export type Answer =
  /** `masking`: of a secret that was kept. */
  | { readonly kind: 'yes'; readonly by: string; readonly value?: string; readonly masking?: SecretMasking }
  | { readonly kind: 'no'; readonly by: string }
  /** No answer came in time; the question is closed and denied. */
  | { readonly kind: 'expired' }
  /** The question is still open; the same call again joins it. */
  | { readonly kind: 'pending'; readonly question: string }
  /** There is no channel that could reach a person. */
  | { readonly kind: 'nobody' }
  /** The session that it was asked for ended meanwhile; the question is withdrawn and denied. */
  | { readonly kind: 'ended' };

export interface PendingQuestion extends Omit<
  Question,
  'digest' | 'waitMs' | 'seenMs' | 'unseenMs' | 'abandonedMs' | 'unwatchedMs' | 'client' | 'grantable'
> {
  readonly id: string;
  readonly askedAt: number;
  /** Sooner once somebody has seen it. */
  readonly expiresAt: number;
  /** False: no call waits for the answer now; it is kept for the same call. */
  readonly isAwaited?: boolean | undefined;
  /** A yes to it may be made a grant. */
  readonly mayGrant: boolean;
  /** A yes to it takes the approval code. */
  readonly needsCode: boolean;
}

/** What became of a question that a person answered. */
export interface AnsweredQuestion extends Pick<
  PendingQuestion,
  'id' | 'kind' | 'scope' | 'tool' | 'prompt' | 'origin' | 'risk' | 'about'
> {
  readonly yes: boolean;
  readonly by: string;
  readonly at: number;
  /**
   * `kept`: the agent has not come back for it. `running`: its call goes on. `done`, `failed`: the call's outcome.
   * `lapsed`: the agent did not come back in time. `over`: there is nothing more to come.
   */
  readonly state: 'kept' | 'running' | 'done' | 'failed' | 'lapsed' | 'over';
  /** Until when it was or is kept. */
  readonly until?: number;
  /** Why it failed: a code of the error table. */
  readonly code?: string;
}

export interface People {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** The grant that covers this, counted as used; undefined: a person has to be asked. */
  useGrant(kind: GrantKind, scope: Scope): Grant | undefined;
  /** Where a person answers this question now, in words for a waiting client. */
  where(question: Pick<Question, 'scope' | 'kind' | 'digest'>): string;
  /** Opens what a person needs to answer, where it opens at the first question only. Never rejects. */
  ready?(): Promise<void>;
  /** Is this question put to the agent's client: by a form that it may answer, or by a link for its user? */
  asksClient(
    question: Pick<Question, 'kind' | 'risk' | 'secret' | 'approvers'>,
    client: Pick<AskingClient, 'shows' | 'opens'>,
  ): boolean;
  /** A console page or a terminal shows new questions now. */
  isWatched?(): boolean;
  /** What came of the call that a person approved. */
  report?(scope: Scope, digest: string, outcome: { readonly ok: boolean; readonly code?: string }): void;
  /** Nobody goes on with what was asked for this session: its open questions are withdrawn. */
  sessionEnded?(session: SessionName): void;
}

/** What a person says through a channel. */
export interface PersonAnswer {
  readonly yes: boolean;
  readonly value?: string;
  readonly by: string;
  readonly channel: ChannelName;
  readonly code?: string;
  /** Also for whatever is of this kind, for so long. */
  readonly grantSeconds?: number;
}

/** What a channel that reaches a person may do. */
export interface ApprovalQueue {
  pending(): readonly PendingQuestion[];
  /** A person was shown it, there: from now on it has its shorter time. */
  seen?(id: string, channel: ChannelName): void;
  /** The latest, newest first. */
  answered?(): readonly AnsweredQuestion[];
  readonly watch?: { page(): void; terminal(): () => void };
  /** Not ok if there is no such question any more, the answer does not fit it, or the code is wrong. */
  answer(id: string, answer: PersonAnswer): Promise<AnswerResult>;
  grants(): readonly Grant[];
  revoke(grant: string, by: string): AnswerResult;
}

export type AnswerResult =
  { readonly ok: true; readonly grant?: string } | { readonly ok: false; readonly why: string };

/**
 * A way to reach a person. `deliver` shows a question until `settled` fires, and passes what the person says to `submit`.
 * `over`: nobody will answer here any more; a rejection means the same. `open`: somebody still may.
 */
export interface Channel {
  readonly name: ChannelName;
  /** Can this question be answered here, now? */
  takes(question: PendingQuestion): boolean;
  deliver(
    question: PendingQuestion,
    submit: SubmitAnswer,
    settled: AbortSignal,
    seen?: MarkSeen,
  ): Promise<'open' | 'over'>;
}

/** Says that a person is being shown the question, and returns it with the time that is left from then on. */
export type MarkSeen = () => PendingQuestion;

/** Gives a person's answer to the broker, which checks it. */
export type SubmitAnswer = (answer: Omit<PersonAnswer, 'channel'>) => Promise<AnswerResult>;

/** What the agent's client said. It is the client's word, and no proof of a person. */
export type ClientReply =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' }
  /** The client brings the answer with another call. */
  | { readonly action: 'later' };

/** The agent's own client, for the time of one call. Rejects when it cannot be asked. */
export interface AskingClient {
  /** `shows`: the client can show a form; `opens`: it can open an address. */
  readonly shows: boolean;
  readonly opens: boolean;
  ask(question: PendingQuestion, form: JsonObject, settled: AbortSignal): Promise<ClientReply>;
  /** Its user is to open this address, where a person answers. An accept means that they want to, and answers nothing. */
  open(question: PendingQuestion, url: string, signals: OpeningSignals): Promise<ClientReply>;
}

export interface OpeningSignals {
  /** The call waits no longer, or the question is answered. */
  readonly over: AbortSignal;
  /** The question is answered, or its time is over. */
  readonly settled: AbortSignal;
}

/** A client as a transport has it; what it is sent has been released like everything else. */
export type ElicitationClient =
  /** 2025-11-25: asked while the call waits. */
  | {
      readonly kind: 'now';
      readonly ask?: (form: Released, settled: AbortSignal) => Promise<ClientReply>;
      readonly open?: (form: Released, id: string, signals: OpeningSignals) => Promise<ClientReply>;
    }
  /** 2026-07-28: asked by the answer to the call; what it says comes with the next one. */
  | {
      readonly kind: 'later';
      readonly shows: boolean;
      readonly opens: boolean;
      readonly state?: string;
      readonly reply?: ClientReply;
    };

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
