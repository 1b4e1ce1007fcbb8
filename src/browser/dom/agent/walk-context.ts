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
  ellipse defs symbol clippath mask lineargradient radialgradient filter stop use desc metadata datalist area map col
  colgroup`
    .trim()
    .split(/\s+/u),
);

/** Where the walk is: what it stands in, besides what can be seen there. */
export interface WalkPosition {
  readonly around: InheritedStyle;
  readonly row: Element | undefined;
  /** Inside something that is named by what it contains. */
  readonly named: boolean;
  /** What is written here is part of a name, so it is read even where text is not shown any more. */
  readonly reads: boolean;
  readonly pointer: boolean;
  /** Directly inside a list that listens for clicks on its items. */
  readonly delegated: boolean;
  readonly far: boolean;
  readonly depth: number;
}

/** The walk over a document, as far as describing one node needs it. */
export interface WalkContext {
  readonly visibility: Visibility;
  readonly options: WalkOptions;
  readonly budget: WalkBudget;
  /** Undefined: nobody will take a picture. */
  readonly ink: PaintedText | undefined;
  readonly covers: Covers;
  hiddenTexts: number;
  children(element: Element, here: WalkPosition, entered: Entered, run: InlineRun): void;
}
