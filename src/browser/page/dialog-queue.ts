import type { Dialog } from 'playwright-core';
import type { DialogPolicy, ErrorCode } from '../../core/index.js';
import { answerDialog, judgeWhole } from './dialog-answer.js';
import type { DialogKind, DialogVerdict } from './dialog-answer.js';

/** A dialog that a person is asked about. All strings but the origin are the page's, and the answer the agent's. */
export interface DialogQuestion {
  readonly kind: DialogKind;
  readonly origin: string;
  readonly url: string;
  readonly text: string;
  readonly answer?: string;
}

export interface DialogRules {
  judge(text: string): DialogVerdict;
  /** Absent: nobody can be asked. */
  ask?(question: DialogQuestion, signal: AbortSignal): Promise<'yes' | 'no' | 'expired' | 'nobody'>;
}

/** Without rules nothing is agreed to. */
export const NO_RULES: DialogRules = { judge: () => 'ask' };

export interface Answered {
  readonly accepted: boolean;
  readonly raises: boolean;
  /** Why it was not accepted, where the session wished that it were. */
  readonly refusal?: ErrorCode;
}

/** Asking a person ends sooner, with the call; this limit is for a question that never ends. */
const ASK_MS = 60_000;
/** More than this a person is not shown. */
const MAX_SHOWN = 400;

const REFUSALS = { no: 'approval.denied', expired: 'approval.expired', nobody: 'approval.nobody' } as const;

/** Answers dialogs at once where it can. Those that a person is asked about stay open, and others wait for them. */
export class DialogQueue {
  readonly #rules: DialogRules;
  readonly #open = new Set<Promise<Answered>>();

  constructor(rules: DialogRules) {
    this.#rules = rules;
  }

  /** True when there was a question to wait for. */
  async untilAnswered(): Promise<boolean> {
    if (this.#open.size === 0) return false;
    await Promise.allSettled(this.#open);
    return true;
  }

  /** `call` is the action under way; without one nobody waits, so nobody is asked. */
  answer(
    dialog: Dialog,
    about: Omit<DialogQuestion, 'answer'>,
    policy: DialogPolicy,
    leaving: boolean,
    call: AbortSignal | undefined,
  ): Answered | Promise<Answered> {
    const judge = (answer: string): DialogVerdict => judgeWhole(`${about.text} ${answer}`.trim(), this.#judge);
    const wish = answerDialog(policy, about.kind, leaving, judge);
    if (wish.does === 'accept') {
      accept(dialog, wish.text);
      return { accepted: true, raises: wish.raises };
    }
    if (wish.does === 'dismiss') {
      dismiss(dialog);
      const refusal = wish.isRefused === true ? { refusal: 'policy.denied' as const } : {};
      return { accepted: false, raises: wish.raises, ...refusal };
    }
    if (call === undefined || this.#rules.ask === undefined || about.text.length > MAX_SHOWN) {
      dismiss(dialog);
      return { accepted: false, raises: false, refusal: 'approval.nobody' };
    }
    const asking = this.#ask(dialog, { ...about, ...(wish.text === undefined ? {} : { answer: wish.text }) }, call);
    this.#open.add(asking);
    void asking.finally(() => this.#open.delete(asking));
    return asking;
  }

  readonly #judge = (text: string): DialogVerdict => {
    try {
      return this.#rules.judge(text);
    } catch {
      return 'deny';
    }
  };

  async #ask(dialog: Dialog, question: DialogQuestion, call: AbortSignal): Promise<Answered> {
    const ended = AbortSignal.any([call, AbortSignal.timeout(ASK_MS), closing(dialog)]);
    const says = await this.#askPerson(question, ended);
    if (says === 'yes') {
      accept(dialog, question.answer);
      return { accepted: true, raises: false };
    }
    dismiss(dialog);
    return { accepted: false, raises: false, refusal: REFUSALS[says] };
  }

  async #askPerson(question: DialogQuestion, ended: AbortSignal): Promise<'yes' | 'no' | 'expired' | 'nobody'> {
    const over = new Promise<'expired'>((resolve) => {
      ended.addEventListener('abort', () => {
        resolve('expired');
      });
    });
    try {
      const says = (await Promise.race([this.#rules.ask?.(question, ended), over])) ?? 'nobody';
      return ended.aborted ? 'expired' : says;
    } catch {
      return ended.aborted ? 'expired' : 'nobody';
    }
  }
}

function closing(dialog: Dialog): AbortSignal {
  const controller = new AbortController();
  dialog.page()?.once('close', () => {
    controller.abort();
  });
  return controller.signal;
}

// The page may be gone before the answer arrives; then nobody waits for it.
function accept(dialog: Dialog, text: string | undefined): void {
  dialog.accept(text ?? dialog.defaultValue()).catch(() => undefined);
}

function dismiss(dialog: Dialog): void {
  dialog.dismiss().catch(() => undefined);
}
