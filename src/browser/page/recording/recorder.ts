import type { Call, CallFacts, RecordingResult } from '../../../core/index.js';
import type { Page as PlaywrightPage } from 'playwright-core';

/** What a session may put into its recordings. */
export interface RecordingRules {
  /** The operator has opened bodies (`network-body`) too. */
  readonly mayKeepBodies: boolean;
}

/** A recording, as the session knows it. */
interface RunningRecording {
  readonly calls: { began(call: Call, facts: CallFacts, tab: string): (code?: string) => void };
  addTab(page: PlaywrightPage, tab: string): void;
  /** Something was done: a picture of it is due. */
  wake(): void;
  /** Keeps the files, once. */
  finish(signal: AbortSignal, isSessionOver: boolean): Promise<RecordingResult>;
}

/** The place of a session's recording. It is told of everything, and passes it on while one runs. */
export class Recorder {
  readonly rules: RecordingRules;
  current: RunningRecording | undefined;
  #isDriven = false;

  constructor(rules: RecordingRules) {
    this.rules = rules;
  }

  /** A person drives: nothing is kept of what they do. */
  get isDriven(): boolean {
    return this.#isDriven;
  }

  setDriven(isDriven: boolean): void {
    this.#isDriven = isDriven;
    this.current?.wake();
  }

  /** Before the page's first byte. */
  addTab(page: PlaywrightPage, tab: string): void {
    this.current?.addTab(page, tab);
  }

  /** A call begins; the function tells how it ended. */
  began(call: Call, facts: CallFacts, tab: string): (code?: string) => void {
    return this.current?.calls.began(call, facts, tab) ?? (() => undefined);
  }

  /** The session is over: what was recorded so far is kept, as far as there is time. */
  async end(ms: number): Promise<void> {
    const { current } = this;
    this.current = undefined;
    await current?.finish(AbortSignal.timeout(ms), true).catch(() => undefined);
  }
}
