import type { DialogFacts, DialogPolicy } from '../../core/index.js';

export type DialogKind = DialogFacts['kind'];

/** What policy says to a yes, by the dialog's words. */
export type DialogVerdict = 'allow' | 'ask' | 'deny';

export type DialogAnswer =
  /** `text` is what is written into a prompt; absent means what the page suggested. */
  | { readonly does: 'accept'; readonly text?: string; readonly raises: boolean }
  /** `raises`: the action that met this dialog, or the next one, answers `page.dialog`. */
  | { readonly does: 'dismiss'; readonly raises: boolean; readonly isRefused?: true }
  | { readonly does: 'ask'; readonly text?: string };

/**
 * What the session wishes, below what policy says: accepting is an action, and judged like one. An alert has only one
 * answer. `leaving`: the agent itself is going away or closing the tab, which is what was judged; a page cannot keep it.
 */
export function answerDialog(
  policy: DialogPolicy,
  kind: DialogKind,
  leaving: boolean,
  judge: (answer: string) => DialogVerdict,
): DialogAnswer {
  if (kind === 'beforeunload' && leaving) return { does: 'accept', raises: false };
  // An alert asks nothing, so accepting it changes nothing: it is reported, and fails no action.
  if (kind === 'alert') return { does: 'accept', raises: false };
  if (policy === 'raise' || policy === 'deny') return { does: 'dismiss', raises: policy === 'raise' };
  const answer = typeof policy === 'object' && kind === 'prompt' ? { text: policy.acceptPromptWith } : {};
  const verdict = judge(answer.text ?? '');
  if (verdict === 'deny') return { does: 'dismiss', raises: false, isRefused: true };
  if (verdict === 'ask' || policy === 'ask-human') return { does: 'ask', ...answer };
  return { does: 'accept', raises: false, ...answer };
}

const PIECE = 300;
const OVERLAP = 60;
const MAX_LENGTH = 4_000;

/**
 * The rules read a label, and a label is short: of a longer text each piece is judged, so that no grave word hides
 * behind harmless ones. What nobody would read to its end is not agreed to.
 */
export function judgeWhole(text: string, judge: (text: string) => DialogVerdict): DialogVerdict {
  if (text.length > MAX_LENGTH) return 'deny';
  const verdicts: DialogVerdict[] = [judge(text.slice(0, PIECE))];
  for (let at = PIECE - OVERLAP; at + OVERLAP < text.length; at += PIECE - OVERLAP)
    verdicts.push(judge(text.slice(at, at + PIECE)));
  return verdicts.includes('deny') ? 'deny' : verdicts.includes('ask') ? 'ask' : 'allow';
}
