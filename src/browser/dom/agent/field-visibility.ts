import { isBlankField } from './blank-text.js';
import { hasWord } from './letters.js';
import {
  attribute,
  boundingRect,
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  inputType,
  isArea,
  isInput,
  isSelect,
  optionLabel,
  optionSelected,
  selectOptions,
  valueOf,
} from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';
import type { Rect } from './rects.js';
import type { Visibility } from './visibility.js';
import type { InheritedStyle } from './inherited-style.js';
import { coloursOf } from './expected-colours.js';
import type { PaintedText } from './painted-text.js';
import { focusedElement } from './focus.js';

export interface FieldVisibility {
  /** What the text in the field is to it. */
  readonly is: 'label' | 'value' | 'placeholder';
  /** Why nobody can read it. */
  readonly why: string;
}

type Shown = Pick<FieldVisibility, 'is'> & { readonly text: string };

/** The text that a field itself paints. */
function shownIn(element: Element): Shown | undefined {
  if (isSelect(element)) {
    const text = [...selectOptions(element)].filter(optionSelected).map(optionLabel).join(', ');
    return { is: 'value', text };
  }
  if (!isInput(element) && !isArea(element)) return undefined;
  const text = valueOf(element) ?? '';
  const type = isInput(element) ? inputType(element) : 'text';
  if (/^(?:button|submit|reset)$/u.test(type)) return { is: 'label', text };
  if (/^(?:checkbox|radio|range|color|file|image|hidden|password)$/u.test(type)) return undefined;
  if (sensitiveKind(element) !== undefined) return undefined;
  if (text !== '') return { is: 'value', text };
  return { is: 'placeholder', text: attribute(element, 'placeholder') ?? '' };
}

/** Undefined: what stands in the field can be read, or nothing does. */
export function fieldVisibility(
  visibility: Visibility,
  ink: PaintedText | undefined,
  element: Element,
  inner: InheritedStyle,
): FieldVisibility | undefined {
  const shown = shownIn(element);
  if (shown === undefined || !hasWord(shown.text)) return undefined;
  const { is, text } = shown;
  const which = is === 'placeholder' ? '::placeholder' : '';
  const style = which === '' ? visibility.styles.of(element) : visibility.styles.pseudo(element, which);
  const box = textBox(element, style, text.length);
  const why = outOfRoom(element, style, box) ?? visibility.field(element, which, inner, { rect: box, text });
  if (why !== undefined) return { is, why };
  // A caret or a selection in it is no text.
  const isQuiet = focusedElement() !== element;
  if (isQuiet && visibility.inView(box)) {
    const opacity = which === '' ? 1 : Number(style.opacity);
    const colours = coloursOf(element, style).map((colour) => ({ ...colour, a: colour.a * opacity }));
    ink?.field(element, box, colours, inner);
  }
  return isBlankField(element) ? { is, why: 'not painted' } : undefined;
}

/** Moved out of the field by its own style, or with no room left in it. */
function outOfRoom(element: Element, style: CSSStyleDeclaration, { left, right }: Rect): string | undefined {
  if (style.visibility !== 'visible' || style.display === 'none') return 'invisible';
  const indent = Math.abs(Number.parseFloat(style.textIndent) || 0);
  return right - left < MIN_ROOM || indent > clientWidth(element) ? 'clipped' : undefined;
}

/** Narrower than a letter, in pixels. */
const MIN_ROOM = 3;

/** About where the first line of the text stands. */
function textBox(element: Element, style: CSSStyleDeclaration, length: number): Rect {
  const rect = boundingRect(element);
  const pad = (side: string): number => Number.parseFloat(side) || 0;
  const left = rect.left + clientLeft(element) + pad(style.paddingLeft);
  const top = rect.top + clientTop(element) + pad(style.paddingTop);
  const width = clientWidth(element) - pad(style.paddingLeft) - pad(style.paddingRight);
  const height = clientHeight(element) - pad(style.paddingTop) - pad(style.paddingBottom);
  const size = Number.parseFloat(style.fontSize);
  const wide = Math.min(width, Math.max(size, length * size * 0.45));
  const isCentred =
    style.textAlign === 'center' || (isInput(element) && /^(?:button|submit|reset)$/u.test(inputType(element)));
  const isRight = /^(?:right|end)$/u.test(style.textAlign) || style.direction === 'rtl';
  const from = isCentred ? left + (width - wide) / 2 : isRight ? left + width - wide : left;
  const high = isArea(element) ? Math.min(height, size * 1.6) : height;
  return { left: from, top, right: from + wide, bottom: top + high };
}

/** In a box for screen readers nothing can be clicked or filled in, but for what has the focus or takes a file. */
export function isOutOfUse(element: Element): boolean {
  return element !== focusedElement() && !(isInput(element) && inputType(element) === 'file');
}
