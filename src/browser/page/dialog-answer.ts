import type { DialogFacts, DialogPolicy } from '../../core/index.js';

export type DialogKind = DialogFacts['kind'];

export interface DialogAnswer {
  readonly accept: boolean;
  /** What is written into a prompt; absent means what the page suggested. */
  readonly text?: string;
  /** The action that met this dialog answers `page.dialog`. */
  readonly raises: boolean;
}

/**
 * Every dialog is answered at once, so that no page can hold a call up. An alert has only one answer.
 * `leaving`: the agent itself is going away or closing the tab, which is what was judged; a page cannot keep it.
 */
export function answerDialog(policy: DialogPolicy, kind: DialogKind, leaving: boolean): DialogAnswer {
  if (kind === 'beforeunload' && leaving) return { accept: true, raises: false };
  if (kind === 'alert') return { accept: true, raises: policy === 'raise' };
  if (typeof policy === 'object') return { accept: true, text: policy.acceptPromptWith, raises: false };
  switch (policy) {
    case 'allow':
      return { accept: true, raises: false };
    case 'deny':
      return { accept: false, raises: false };
    case 'raise':
    case 'ask-human':
      return { accept: false, raises: true };
  }
}
