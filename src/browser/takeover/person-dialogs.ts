import type { Dialog } from 'playwright-core';
import { onePageLine, PageText } from '../../core/index.js';
import type { SessionView } from '../../core/index.js';
import { originOf } from '../page/shown-url.js';

const MAX_LENGTH = 2_000;

/** The dialogs of the pages that a person drives; they wait for that person and for nobody else. */
export class PersonDialogs {
  #open: Dialog[] = [];

  readonly met = (dialog: Dialog): void => {
    this.#open.push(dialog);
    dialog.page()?.once('close', () => {
      this.#drop(dialog);
    });
  };

  shown(): SessionView['dialog'] {
    const [dialog] = this.#open;
    if (dialog === undefined) return undefined;
    const kind = dialog.type();
    const text = (words: string): PageText =>
      new PageText(originOf(dialog.page()?.url() ?? ''), onePageLine(words, MAX_LENGTH));
    return {
      kind: kind === 'confirm' || kind === 'prompt' || kind === 'beforeunload' ? kind : 'alert',
      message: text(dialog.message()),
      ...(kind === 'prompt' ? { suggested: text(dialog.defaultValue()) } : {}),
    };
  }

  answer(accept: boolean, text: string | undefined): void {
    const [dialog] = this.#open;
    if (dialog === undefined) return;
    this.#drop(dialog);
    const answering = accept ? dialog.accept(text ?? dialog.defaultValue()) : dialog.dismiss();
    // The page may be gone before the answer arrives.
    answering.catch(() => undefined);
  }

  /** The takeover is over: dialogs without an answer are dismissed. */
  close(): void {
    for (const dialog of this.#open.splice(0)) dialog.dismiss().catch(() => undefined);
  }

  #drop(dialog: Dialog): void {
    this.#open = this.#open.filter((other) => other !== dialog);
  }
}
