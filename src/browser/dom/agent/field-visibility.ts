import { isBlankField } from './blank-text.js';
import { textBox } from './field-text-box.js';
import { hasWord } from './letters.js';
import {
  attribute,
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
  /** The part that the text plays in the field. */
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

/** Undefined: what is in the field can be read, or nothing does. */
export function fieldVisibility(
  visibility: Visibility,
  paintedText: PaintedText | undefined,
  element: Element,
  inner: InheritedStyle,
): FieldVisibility | undefined {
  const shown = shownIn(element);
  if (shown === undefined || !hasWord(shown.text)) return undefined;
  const { is, text } = shown;
  const which = is === 'placeholder' ? '::placeholder' : '';
  const style = which === '' ? visibility.styles.of(element) : visibility.styles.pseudo(element, which);
  const box = textBox(element, style, text);
  const why = outOfRoom(element, style, box) ?? visibility.field(element, which, inner, { rect: box, text });
  if (why !== undefined) return { is, why };
  // A caret or a selection in it is no text.
  const isQuiet = focusedElement() !== element;
  if (isQuiet && visibility.inView(box)) {
    const opacity = which === '' ? 1 : Number(style.opacity);
    const colours = coloursOf(element, style).map((colour) => ({ ...colour, a: colour.a * opacity }));
    paintedText?.field(element, box, colours, inner);
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

/** In a box for screen readers nothing can be clicked or filled in, but for what has the focus or takes a file. */
export function isOutOfUse(element: Element): boolean {
  return element !== focusedElement() && !(isInput(element) && inputType(element) === 'file');
}
