import type { ErrorCode, PermissionMode } from '../../core/index.js';

export interface PermissionQuestion {
  readonly permission: string;
  readonly origin: string;
}

export interface PermissionQueueDeps {
  readonly mode: (permission: string) => PermissionMode;
  /** The operator's `browser.grantablePermissions`. */
  readonly grantable: readonly string[];
  /** Is it the origin of a tab? What a frame of another site asks for would be given to the site around it. */
  readonly isTop: (origin: string) => boolean;
  readonly grant: (permission: string, origin: string) => Promise<void>;
  /** Absent: nobody can be asked. */
  readonly ask?: (question: PermissionQuestion, signal: AbortSignal) => Promise<'yes' | 'no' | 'expired' | 'nobody'>;
}

/** The outcome of a permission request. */
export type PermissionOutcome =
  /** `isNew`: the request that led to it was refused, and nobody has been told yet. */
  | { readonly granted: true; readonly isNew: boolean }
  | { readonly granted: false; readonly refusal?: ErrorCode; readonly hint?: string };

const ASK_MS = 60_000;
const MAX_QUESTIONS = 20;
const REFUSALS = { no: 'approval.denied', expired: 'approval.expired', nobody: 'approval.nobody' } as const;

/**
 * Asks a person about a permission under `ask-human`. The page's request is refused by the browser at once, since no
 * DevTools event holds it; a yes grants the permission to that origin from then on. Nobody is asked the same thing twice.
 */
export class PermissionQueue {
  readonly #deps: PermissionQueueDeps;
  readonly #outcomes = new Map<string, PermissionOutcome>();
  readonly #waiting = new Map<string, PermissionQuestion>();
  readonly #open = new Set<Promise<void>>();

  constructor(deps: PermissionQueueDeps) {
    this.#deps = deps;
  }

  /** `call` is the action under way; without one the next action asks. */
  notice(permission: string, origin: string, call: AbortSignal | undefined): void {
    const { mode, grantable, isTop, ask } = this.#deps;
    const key = keyOf({ permission, origin });
    if (mode(permission) !== 'ask-human' || this.#outcomes.has(key) || this.#waiting.has(key)) return;
    if (this.#outcomes.size >= MAX_QUESTIONS) return;
    if (!grantable.includes(permission) || !isTop(origin) || ask === undefined) {
      const hint = grantable.includes(permission) ? undefined : 'the operator does not let it be granted';
      this.#outcomes.set(key, { granted: false, refusal: 'page.permission', ...(hint === undefined ? {} : { hint }) });
      return;
    }
    this.#waiting.set(key, { permission, origin });
    if (call !== undefined) this.begin(call);
  }

  /** An action is under way that can wait for a person. */
  begin(call: AbortSignal): void {
    for (const [key, question] of this.#waiting) {
      this.#waiting.delete(key);
      // Known from now on, so that a page that asks in a loop asks nobody again.
      this.#outcomes.set(key, { granted: false });
      const asking = this.#ask(key, question, call);
      this.#open.add(asking);
      void asking.finally(() => this.#open.delete(asking));
    }
  }

  async untilAnswered(): Promise<boolean> {
    if (this.#open.size === 0) return false;
    await Promise.allSettled(this.#open);
    return true;
  }

  outcome(permission: string): PermissionOutcome | undefined {
    const found = [...this.#outcomes].filter(([key]) => key.startsWith(`${permission} `)).map(([, outcome]) => outcome);
    return found.find(({ granted }) => granted) ?? found.at(-1);
  }

  /** The result tells of it once. */
  told(permission: string): void {
    for (const [key, { granted }] of this.#outcomes)
      if (granted && key.startsWith(`${permission} `)) this.#outcomes.set(key, { granted, isNew: false });
  }

  /** The session's wishes are new: what was answered no longer holds. */
  forget(): void {
    this.#outcomes.clear();
    this.#waiting.clear();
  }

  async #ask(key: string, question: PermissionQuestion, call: AbortSignal): Promise<void> {
    const says = await this.#askPerson(question, AbortSignal.any([call, AbortSignal.timeout(ASK_MS)]));
    // The wish may have been taken back while the person thought.
    if (!this.#outcomes.has(key)) return;
    if (says === 'yes') {
      const isDone = await this.#deps.grant(question.permission, question.origin).then(
        () => true,
        () => false,
      );
      this.#outcomes.set(key, isDone ? { granted: true, isNew: true } : { granted: false });
    } else {
      this.#outcomes.set(key, { granted: false, refusal: REFUSALS[says] });
    }
  }

  async #askPerson(question: PermissionQuestion, ended: AbortSignal): Promise<'yes' | 'no' | 'expired' | 'nobody'> {
    const over = new Promise<'expired'>((resolve) => {
      ended.addEventListener('abort', () => {
        resolve('expired');
      });
    });
    try {
      const says = (await Promise.race([this.#deps.ask?.(question, ended), over])) ?? 'nobody';
      return ended.aborted ? 'expired' : says;
    } catch {
      return ended.aborted ? 'expired' : 'nobody';
    }
  }
}

function keyOf({ permission, origin }: PermissionQuestion): string {
  return `${permission} ${origin}`;
}
