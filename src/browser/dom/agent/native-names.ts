import { labelsOf } from './labels.js';
import {
  attribute,
  firstChild,
  inputType,
  isElement,
  isInput,
  localName,
  nextSibling,
  textContent,
  valueOf,
} from './dom-primordials.js';

export type NameSource = 'none' | 'labelledby' | 'label' | 'native' | 'content' | 'title' | 'placeholder';

export interface AccessibleName {
  readonly text: string;
  readonly from: NameSource;
}

type TextOf = (source: Element, hiddenCounts: boolean) => string;

/** The name that HTML itself gives (HTML-AAM, accessible name computation by element). */
export function nativeAlternative(
  element: Element,
  role: string,
  inside: boolean,
  textOf: TextOf,
): AccessibleName | undefined {
  const tag = localName(element);
  switch (tag) {
    case 'input':
    case 'textarea':
    case 'select':
    case 'button':
    case 'meter':
    case 'progress':
    case 'output':
      return controlName(element, textOf);
    case 'img':
    case 'area':
      return native(attribute(element, 'alt'));
    case 'svg':
      return native(childText(element, 'title'));
    case 'fieldset':
      return fromChild(element, 'legend', textOf);
    case 'table':
      return fromChild(element, 'caption', textOf);
    case 'optgroup':
    case 'option':
      return native(attribute(element, 'label'));
    default:
      return undefined;
  }
}

function native(text: string | null): AccessibleName | undefined {
  return text === null || text.trim() === '' ? undefined : { text, from: 'native' };
}

function controlName(element: Element, textOf: TextOf): AccessibleName | undefined {
  const labels = labelsOf(element)
    .map((label) => textOf(label, false))
    .filter((text) => text.trim() !== '');
  if (labels.length > 0) return { text: labels.join(' '), from: 'native' };
  if (localName(element) === 'button') return undefined;
  const type = isInput(element) ? inputType(element) : '';
  if (type === 'submit' || type === 'reset' || type === 'button') return buttonInputName(element, type);
  if (type === 'image')
    return native(attribute(element, 'alt')) ?? native(attribute(element, 'title')) ?? native('Submit');
  if (type === 'checkbox' || type === 'radio') return undefined;
  const title = native(attribute(element, 'title'));
  if (title !== undefined) return { text: title.text, from: 'title' };
  const placeholder = attribute(element, 'placeholder') ?? attribute(element, 'aria-placeholder');
  return placeholder === null || placeholder.trim() === '' ? undefined : { text: placeholder, from: 'placeholder' };
}

function buttonInputName(element: Element, type: string): AccessibleName | undefined {
  const value = native(valueOf(element) ?? '');
  if (value !== undefined) return value;
  return type === 'button' ? undefined : native(type === 'submit' ? 'Submit' : 'Reset');
}

function fromChild(element: Element, tag: string, textOf: TextOf): AccessibleName | undefined {
  const child = childElement(element, tag);
  return child === undefined ? undefined : native(textOf(child, false));
}

function childText(element: Element, tag: string): string | null {
  const child = childElement(element, tag);
  return child === undefined ? null : textContent(child);
}

function childElement(element: Element, tag: string): Element | undefined {
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isElement(child) && localName(child) === tag) return child;
  }
  return undefined;
}
