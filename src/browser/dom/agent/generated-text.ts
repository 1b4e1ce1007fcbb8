import type { Backgrounds } from './backgrounds.js';
import { attribute, attributeNames, boundingRect, flatParent, localName } from './dom-primordials.js';
import { paintedAway } from './inherited-style.js';
import { hasWord } from './letters.js';
import type { Styles } from './styles.js';

export type GeneratedPart = '::before' | '::after';

/** What a style sheet writes before or after an element's own text. */
export interface Generated {
  /** What is painted. */
  readonly text: string;
  /** What assistive technology says in its place. */
  readonly said: string;
  /** Why nobody can read it. */
  readonly why: string | undefined;
}

const PARTS: readonly GeneratedPart[] = ['::before', '::after'];
const NOTHING: Generated = { text: '', said: '', why: undefined };
/** Longer than any label, badge or unit; a picture of the page cannot tell where it stands, so it is not believed. */
const MAX_LENGTH = 160;
/** Further than this from its place, in pixels, generated text belongs to nothing that is seen. */
const FAR = 320;
const FAINT = 0.1;
const MIN_SCALE = 0.2;

/** Generated content has no box that could be measured, so it is judged by its style alone. */
export class GeneratedText {
  readonly #styles: Styles;
  readonly #backgrounds: Backgrounds | undefined;
  /** Smaller letters cannot be read. */
  readonly #tiny: number;

  constructor(styles: Styles, backgrounds?: Backgrounds, tiny = 4) {
    this.#tiny = tiny;
    this.#styles = styles;
    this.#backgrounds = backgrounds;
  }

  /** Whether an element may have any; most have none, and are not asked again. */
  isPossible(element: Element): boolean {
    const kind = kindOf(element);
    if (plainKinds.has(kind)) return false;
    const all = PARTS.map((part) => textOf(this.#styles.pseudo(element, part), true)).join('');
    if (all === '' && plainKinds.size < MAX_KINDS) plainKinds.add(kind);
    return all !== '';
  }

  of(element: Element, which: GeneratedPart): Generated {
    const style = this.#styles.pseudo(element, which);
    const text = textOf(style);
    const said = textOf(style, true);
    return text + said === '' ? NOTHING : { text, said, why: this.#why(element, style, text) };
  }

  #why(element: Element, style: CSSStyleDeclaration, text: string): string | undefined {
    if (style.visibility !== 'visible') return 'invisible';
    if (Number.parseFloat(style.fontSize) < this.#tiny) return 'tiny';
    if (Number(style.opacity) < FAINT) return 'transparent';
    if (!hasWord(text)) return undefined;
    if (text.length > MAX_LENGTH) return 'generated text of this length cannot be checked';
    const moved = outOfPlace(style) ?? paintedAway(style);
    if (moved !== undefined) return moved;
    return this.#backgrounds?.swallowsGenerated(element, style, boundingRect(element)) === true
      ? 'same colour as its background'
      : undefined;
  }
}

/**
 * Kinds of element, by what style sheets mostly go by, that once had no generated content. Asking costs as much as everything else about
 * a link; kept for the life of the document, so that a name does not depend on who was asked first.
 */
const plainKinds = new Set<string>();
const MAX_KINDS = 5_000;

const ownKind = (element: Element): string => `${localName(element)}.${attribute(element, 'class') ?? ''}`;

/** Items of one list may be numbered and those of another not, and cells with a label of their own beside others. */
function kindOf(element: Element): string {
  const parent = flatParent(element);
  return `${ownKind(element)} ${attributeNames(element).join()} ${parent === null ? '' : ownKind(parent)}`;
}

/** The strings of a `content` property, or what stands after its slash as alternative text. */
function textOf({ content, display }: CSSStyleDeclaration, isSaid = false): string {
  if (content === 'none' || content === 'normal' || content === '' || display === 'none') return '';
  const [whole = '', alternative = ''] = /\/\s*((?:"(?:[^"\\]|\\.)*"\s*)+)$/u.exec(content) ?? [];
  const painted = alternative === '' ? content : content.slice(0, content.length - whole.length);
  const text = stringsIn(isSaid && alternative !== '' ? alternative : painted);
  return text === '' || display === 'inline' ? text : ` ${text} `;
}

/** Not those inside functions: the address of a picture, what stands between counters. */
function stringsIn(content: string): string {
  const plain = content.includes('(') ? content.replace(FUNCTION, '').replace(FUNCTION, '') : content;
  const strings = plain.match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
  return strings.map((one) => one.slice(1, -1).replace(/\\(["\\])/gu, '$1')).join('');
}

const FUNCTION = /[a-z-]+\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)/gu;

/** Clipped, moved away, or made too small to read. */
function outOfPlace(style: CSSStyleDeclaration): string | undefined {
  if (style.clipPath !== 'none' || style.mixBlendMode !== 'normal') return 'clipped';
  if (style.getPropertyValue('-webkit-text-security') !== 'none') return 'shown as dots';
  const isSqueezed = (size: string): boolean => Number.parseFloat(size) <= 2;
  if (style.overflowX !== 'visible' && (isSqueezed(style.width) || isSqueezed(style.height))) return 'clipped';
  if (isFar(style.textIndent) || isFar(style.marginLeft) || isFar(style.marginTop)) return 'off-screen';
  const isPlaced = style.position === 'absolute' || style.position === 'fixed' || style.position === 'relative';
  if (isPlaced && Number(style.zIndex) < 0) return 'covered';
  if (isPlaced && [style.left, style.top, style.right, style.bottom].some(isFar)) return 'off-screen';
  return isShrunk(style) ? 'tiny' : undefined;
}

const isFar = (length: string): boolean => Number.parseFloat(length) < -FAR;

function isShrunk({ transform, scale, translate, zoom }: CSSStyleDeclaration): boolean {
  if (transform !== 'none') {
    const { a, b, c, d, e, f } = new DOMMatrixReadOnly(transform);
    if (Math.abs(a * d - b * c) < MIN_SCALE * MIN_SCALE || Math.max(Math.abs(e), Math.abs(f)) > FAR) return true;
  }
  const small = (value: string): boolean => value !== 'none' && value.split(' ').some((one) => Number(one) < MIN_SCALE);
  const away = translate !== 'none' && translate.split(' ').some((one) => Math.abs(Number.parseFloat(one)) > FAR);
  return small(scale) || away || Number(zoom) < MIN_SCALE;
}
