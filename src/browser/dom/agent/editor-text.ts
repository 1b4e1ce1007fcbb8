import { textContent } from './dom-primordials.js';
import type { FieldVisibility } from './field-visibility.js';
import { InlineRun } from './inline-run.js';
import { hasWord, lettersOf } from './letters.js';
import { foldName } from './names.js';
import { sensitiveKind } from './sensitive.js';
import type { Entered } from './inherited-style.js';
import type { WalkContext, WalkPosition } from './walk-context.js';

export interface EditorText {
  /** Undefined: all that is in it. */
  readonly seen: string | undefined;
  readonly field: FieldVisibility | undefined;
}

/** What a person can read in an editable region: a page may fill one with text that nobody typed. */
export function editorText(walk: WalkContext, element: Element, here: WalkPosition, entered: Entered): EditorText {
  const whole = textContent(element) ?? '';
  if (!hasWord(whole) || sensitiveKind(element) !== undefined) return WHOLE;
  const run = new InlineRun();
  walk.children(element, here, entered, run);
  const seen = foldName(run.visibleText);
  // Paragraphs of an editor are elements, and nothing of their text says where one ends.
  if (lettersOf(seen) === lettersOf(whole)) return foldName(whole) === seen ? WHOLE : { seen, field: undefined };
  const field = { is: 'value', why: run.unseen ?? 'not displayed' } as const;
  if (walk.options.hidden) return { seen: undefined, field };
  // A region with some text out of sight keeps the rest.
  return { seen, field: hasWord(seen) ? undefined : field };
}

const WHOLE: EditorText = { seen: undefined, field: undefined };
