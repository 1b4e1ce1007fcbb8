import type { WalkOptions } from '../host/wire.js';
import type { Covers } from './covers.js';
import type { Entered, InheritedStyle } from './inherited-style.js';
import type { InlineRun } from './inline-run.js';
import type { PaintedText } from './painted-text.js';
import type { Visibility } from './visibility.js';
import type { WalkBudget } from './walk-budget.js';

/** Names are compared with what is read, so every walk must cut text at the same length. */
export const TEXT_CAP = 4_000;

/** What is never read: programs, styles, and parts of drawings that have no text. */
export const SKIPPED_TAGS = new Set(
  `script style template noscript head link meta title base param source track wbr path circle rect line polyline polygon
  ellipse defs symbol clippath mask lineargradient radialgradient filter stop use desc metadata datalist col
  colgroup`
    .trim()
    .split(/\s+/u),
);

/** Where the walk is: what the ancestors of the node that it visits have decided for it. */
export interface WalkPosition {
  readonly around: InheritedStyle;
  readonly row: Element | undefined;
  /** An ancestor takes its name from its content, so text in here is not repeated on a line of its own. */
  readonly insideNamed: boolean;
  /** Text in here becomes part of a name, so it is read even when the budget for text is used up. */
  readonly partOfName: boolean;
  /** An ancestor has the pointer cursor. */
  readonly pointer: boolean;
  /** Directly inside a list that listens for clicks on its items. */
  readonly delegated: boolean;
  /** Outside the viewport, where the budget counts. */
  readonly far: boolean;
  readonly depth: number;
}

/** For a walk that begins at an element, wherever that is. */
export const START_POSITION = {
  row: undefined,
  insideNamed: false,
  partOfName: false,
  pointer: false,
  delegated: false,
  far: false,
  depth: 0,
} as const satisfies Omit<WalkPosition, 'around'>;

/** The walk over a document, as far as describing one node needs it. */
export interface WalkContext {
  readonly visibility: Visibility;
  readonly options: WalkOptions;
  readonly budget: WalkBudget;
  /** Undefined: the walk is not compared with a picture of the page. */
  readonly paintedText: PaintedText | undefined;
  readonly covers: Covers;
  hiddenTexts: number;
  children(element: Element, here: WalkPosition, entered: Entered, run: InlineRun): void;
}
