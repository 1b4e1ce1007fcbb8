import { cut } from './cut-text.js';
import { parseColour } from './colours.js';
import type { FieldVisibility } from './field-visibility.js';
import { hasWord, lettersOf } from './letters.js';
import type { NameSource } from './native-names.js';
import { foldName } from './names.js';
import { hasAttribute, isButton, isSelect, querySelector, valueOf } from './dom-primordials.js';
import { areaOf, type Rect } from './rects.js';
import { sensitiveKind } from './sensitive.js';
import type { InlineRun } from './inline-run.js';
import type { WalkContext } from './walk-context.js';
import { carriesUnseen, sourceText, type SourceText } from './name-source.js';
import type { WireNode } from '../host/wire.js';

export interface ShownName {
  readonly text: string;
  readonly marks: readonly string[];
  /** What is seen is not in the name, so it is shown beside it. */
  readonly differs: boolean;
  /** The name is only how the content begins, which is shown below it. */
  readonly part?: true;
  /** All that is written outside of the controls inside, which have lines of their own. */
  readonly isWhole?: boolean;
  /** Why nobody can see any of the text that names something on which nobody can act. */
  readonly unseen?: string;
}

/** How the mark of a name begins that nobody can see. */
export const NAME_UNSEEN = 'hidden: name is ';

/** A name that nobody can see on the page may be this long before it is cut and marked. */
const SHORT = 60;
const CAPPED = 100;
/** Roles that get no name from their content here: it has lines of its own. */
export const UNNAMED = new Set(['row', 'cell', 'gridcell', 'listitem', 'article', 'list', 'rowgroup']);

interface Named {
  readonly role: string;
  readonly run: InlineRun;
  readonly acts: boolean;
  readonly rect: Rect | undefined;
  readonly field: FieldVisibility | undefined;
}

const NAMING = ['aria-label', 'aria-labelledby', 'title'];

/**
 * The name to show: the accessible name, checked against what a person sees. What only assistive technology would
 * say still names the control, but a long unseen text is a place to write to the model, so it is cut and marked.
 */
export function shownName(walk: WalkContext, element: Element, { role, run, acts, rect, field }: Named): ShownName {
  const seen = foldName(run.visibleText);
  if (UNNAMED.has(role) && !NAMING.some((name) => hasAttribute(element, name))) return NONE;
  const { text, from } = walk.visibility.names.of(element, role === 'clickable' ? 'generic' : role);
  if (copiesSecret(element, text)) return NONE;
  if (UNNAMED.has(role) && from === 'content') return NONE;
  if (text === '') return acts && !UNNAMED.has(role) ? nameOfClickable(run, seen, role) : NONE;
  const asks = from === 'placeholder' ? placeholder(element, text, rect) : undefined;
  if (asks?.text === '') return asks;
  const isFieldText = from === 'placeholder' || (from === 'native' && field?.is === 'label');
  const why = isFieldText ? field?.why : undefined;
  if (why !== undefined) return { text: cut(text, CAPPED), marks: [`${NAME_UNSEEN}${why}`], differs: false };
  if (asks !== undefined) return asks;
  const source = sourceText(walk.visibility, element, from);
  if (source !== undefined && carriesUnseen(text, source)) {
    const named = namedByHidden(text, source, { acts, from, isRead: seen !== '' });
    if (named !== undefined) return named;
  }
  if (from === 'native' && STRUCTURE.has(role) && !isSelect(element) && !lettersOf(seen).includes(lettersOf(text))) {
    // A caption or legend that is there for nobody to see.
    walk.hiddenTexts += 1;
    return NONE;
  }
  if (from === 'content' && text.length > MAX_CONTENT_NAME && acts && isPlainlySaid(run, text))
    return nameOfContent(run, seen, MAX_CONTENT_NAME);
  if (from === 'content' && run.unseen !== undefined && lettersOf(text) !== lettersOf(seen))
    return partlySeen(text, seen, run.unseen, { acts, isPicture: isPicture(walk, element, run.unseen) });
  if (from === 'content' && lettersOf(seen) === '') return namedUnseen(walk, element, text, { seen, acts });
  if (from === 'content' || seen !== '') return compare(text, seen, from === 'content', role);
  // A large picture may have a long description; a frame shows its own document in place of its title.
  const room = rect === undefined || role === 'iframe' ? 0 : areaOf(rect) / 128;
  if (text.length > SHORT && text.length > room)
    return { text: cut(text, CAPPED), marks: ['screen-reader'], differs: false };
  return { text, marks: [], differs: false };
}

/** What is written in a clickable names it; a longer text gives its first heading or line, and is below. */
const MAX_NAME = 80;
/** Links and buttons are named by all of it, up to this length. */
const MAX_CONTENT_NAME = 160;

/** A container is not named by the items and controls that are shown below it. */
function nameOfClickable(run: InlineRun, seen: string, role: string): ShownName {
  if (STRUCTURE.has(role)) return NONE;
  const holdsControls = run.items.some((item) => typeof item !== 'string' && hasControl(item));
  if (!holdsControls) return nameOfContent(run, seen, MAX_NAME);
  const own = foldName(run.textOutsideControls);
  const text = own.length <= MAX_NAME ? own : atWord(own);
  const marks = lettersOf(foldName(run.textWithCovered)) === lettersOf(seen) ? [] : [COVERED];
  return hasWord(own) ? { text, marks, differs: true, part: true, isWhole: text === own } : NONE;
}

/** One that a person can see: a terminal is named by its text, whatever field takes its keys. */
function hasControl(node: WireNode): boolean {
  if (node.hidden !== undefined || node.marks?.includes('screen-reader') === true) return false;
  return node.act === 1 || (node.kids ?? []).some((kid) => typeof kid !== 'string' && hasControl(kid));
}

function nameOfContent(run: InlineRun, seen: string, most: number): ShownName {
  const said = foldName(run.textWithCovered);
  const marks = lettersOf(said) === lettersOf(seen) ? [] : [COVERED];
  if (said.length <= most) return { text: said, marks, differs: false };
  const first = foldName(run.heading ?? run.firstLine ?? said);
  const short = first.length <= MAX_NAME ? first : atWord(first);
  return { text: short, marks, differs: true, part: true };
}

/** Cut after a whole word, where there is one. */
function atWord(text: string): string {
  const whole = text.slice(0, MAX_NAME + 1).replace(/\s+\S*$/u, '');
  return cut(text, whole.length > MAX_NAME / 2 && whole.length <= MAX_NAME ? whole.length : MAX_NAME);
}

/** The name is what is written, and nothing of that is out of sight for another reason than being covered. */
function isPlainlySaid(run: InlineRun, name: string): boolean {
  return lettersOf(run.textWithCovered) === lettersOf(name);
}

export const COVERED = 'covered';

/**
 * A name from labels, or from what `aria-labelledby` refers to, that carries words which nobody can see. Undefined: a
 * short label for screen readers, as an `aria-label` is.
 */
function namedByHidden(
  name: string,
  { seen, why }: SourceText,
  { acts, from, isRead }: { readonly acts: boolean; readonly from: NameSource; readonly isRead: boolean },
): ShownName | undefined {
  if (lettersOf(seen) !== '') {
    if (!acts && why !== undefined) return { text: foldName(seen), marks: [], differs: false };
    const text = name.length - seen.length > SHORT ? cut(name, CAPPED) : name;
    return { text, marks: [why === undefined ? 'screen-reader' : 'name differs'], differs: isRead };
  }
  if (why === undefined && from === 'native') return undefined;
  const isSpoken = why === undefined || why === 'not displayed' || why === 'invisible';
  const mark = isSpoken && from === 'labelledby' ? 'screen-reader' : `${NAME_UNSEEN}${why ?? ''}`;
  return { text: cut(name, CAPPED), marks: [mark], differs: isRead };
}

/** A picture whose words were moved out of sight names what it shows, as an `aria-label` would. */
function isPicture(walk: WalkContext, element: Element, why: string): boolean {
  if (!/^(?:clipped|off-screen|tiny|zero size)$/u.test(why)) return false;
  const { backgroundImage, backgroundColor } = walk.visibility.styles.of(element);
  // The browser paints the ground of every button: that is no picture of what its words say.
  const isPainted = !isButton(element) && (parseColour(backgroundColor)?.a ?? 0) > 0.5;
  if (backgroundImage !== 'none' || isPainted) return true;
  return querySelector(element, 'img, svg, picture, canvas, i') !== null;
}

/** Some of what is written in it cannot be seen. The name of a control stays, because a ref is bound to it. */
function partlySeen(
  name: string,
  seen: string,
  why: string,
  { acts, isPicture }: { readonly acts: boolean; readonly isPicture: boolean },
): ShownName {
  const plainSeen = lettersOf(seen);
  if (acts && why === COVERED && name.length <= MAX_CONTENT_NAME)
    return { text: name, marks: [COVERED], differs: false };
  if (plainSeen !== '' && !acts) return { text: seen, marks: [], differs: false };
  const text = name.length - seen.length > SHORT ? cut(name, CAPPED) : name;
  if (plainSeen !== '') return { text, marks: ['name differs'], differs: true };
  if (isPicture && name.length <= SHORT) return { text, marks: [], differs: false };
  return acts
    ? { text, marks: [`${NAME_UNSEEN}${why}`], differs: false }
    : { text, marks: [], differs: false, unseen: why };
}

/** Nothing of the name can be read, and nothing hides it but that it is meant for screen readers. */
function namedUnseen(
  walk: WalkContext,
  element: Element,
  name: string,
  { seen, acts }: { readonly seen: string; readonly acts: boolean },
): ShownName {
  const isShort = name.length <= SHORT;
  const isIcon = isShort && (!hasWord(name) || (acts && (seen !== '' || isPicture(walk, element, 'clipped'))));
  return { text: isShort ? name : cut(name, CAPPED), marks: isIcon ? [] : ['screen-reader'], differs: false };
}

const NONE: ShownName = { text: '', marks: [], differs: false };

function compare(name: string, seen: string, fromContent: boolean, role: string): ShownName {
  if (name === seen) return { text: name, marks: [], differs: false };
  const plainName = lettersOf(name);
  const plainSeen = lettersOf(seen);
  if (plainName === plainSeen) return { text: name, marks: [], differs: false };
  if (plainSeen === '') return { text: name, marks: [], differs: false };
  const contains = plainName.includes(plainSeen) || plainSeen.includes(plainName);
  const extra = name.length - seen.length;
  // More words than are seen: in a box for screen readers, or the label of something inside.
  const isSpoken = fromContent && plainName.length > plainSeen.length;
  if (contains && extra <= SHORT) return { text: name, marks: isSpoken ? ['screen-reader'] : [], differs: false };
  if (!fromContent && STRUCTURE.has(role))
    return { text: cut(name, CAPPED), marks: name.length > CAPPED ? ['screen-reader'] : [], differs: true };
  return { text: extra > SHORT ? cut(name, CAPPED) : name, marks: ['name differs'], differs: true };
}

/** Containers are named for what they are, not by what is in them. */
const STRUCTURE = new Set(
  'group figure list radiogroup tablist menu menubar toolbar tree listbox grid table treegrid tabpanel region navigation main banner contentinfo complementary search form dialog alertdialog row article status log iframe'.split(
    ' ',
  ),
);

/** A page that writes a secret field's value into its name or placeholder does not get it shown that way. */
function copiesSecret(element: Element, text: string): boolean {
  if (text === '' || sensitiveKind(element) === undefined) return false;
  const value = valueOf(element) ?? '';
  return value.length > 2 && text.includes(value);
}

function placeholder(element: Element, text: string, rect: Rect | undefined): ShownName {
  if (sensitiveKind(element) !== undefined && /[\d•*]{3,}/u.test(text)) return NONE;
  if (rect !== undefined && (rect.right - rect.left < 12 || rect.bottom - rect.top < 6)) return NONE;
  // Beside a value nobody sees it.
  const isLong = (valueOf(element) ?? '') !== '' && text.length > CAPPED;
  if (isLong) return { text: cut(text, CAPPED), marks: ['screen-reader'], differs: false };
  return { text: cut(text, 200), marks: [], differs: false };
}
