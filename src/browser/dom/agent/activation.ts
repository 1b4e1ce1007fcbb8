import { standInLabel } from './actionable.js';
import {
  attribute,
  documentQueryAll,
  flatParent,
  formOf,
  fragmentQueryAll,
  inputType,
  isButton,
  isControl,
  isInput,
  labelControl,
  localName,
  rootNode,
} from './dom-primordials.js';
import { defaultButton, formAround } from './form-facts.js';
import { linkHref } from './links.js';

const PRESSED_TYPES = /^(?:submit|image|reset|button|checkbox|radio|file)$/u;
/** Interactive content of HTML (3.2.5.2.7): a label leaves a click on it alone. */
const FRAMES_AND_MEDIA = /^(?:details|embed|iframe|object|video|audio)$/u;

/**
 * The native controls that a click on the element, or Enter or Space at it, sets in motion (HTML: activation behavior). The
 * event passes through all of them: Chromium runs the behaviour of each from the inside out until one has used the event,
 * and an ARIA role stops none. A label clicks its control, and that click is another event with a way of its own.
 */
export function activatedBy(element: Element): readonly Element[] {
  const found = new Set<Element>();
  const label = standInLabel(element);
  const starts = new Set(label === undefined ? [element] : [element, label]);
  for (const start of starts) {
    let isLabelLeftOut = false;
    for (let up: Element | null = start; up !== null; up = flatParent(up)) {
      if (isActivated(up)) found.add(up);
      if (up instanceof HTMLLabelElement && !isLabelLeftOut) {
        const control = labelControl(up);
        if (control !== null) starts.add(control);
      }
      isLabelLeftOut ||= leavesLabelOut(up);
    }
  }
  return [...found];
}

function isActivated(element: Element): boolean {
  if (isButton(element) || linkHref(element) !== undefined || localName(element) === 'summary') return true;
  return isInput(element) && PRESSED_TYPES.test(inputType(element));
}

function leavesLabelOut(element: Element): boolean {
  if (isInput(element)) return inputType(element) !== 'hidden';
  return isControl(element) || linkHref(element) !== undefined || FRAMES_AND_MEDIA.test(localName(element));
}

/** Enter in a field is judged with the form that it sends, and that includes the button that the browser presses then. */
export function isPressedByEnter(button: Element, field: Element): boolean {
  const form = formAround(field);
  return form !== null && defaultButton(form) === button;
}

/** The other radio buttons of its group: an arrow key moves to one of them, and clicks it. */
export function otherRadios(element: Element): readonly Element[] {
  if (!isRadio(element)) return [];
  const name = attribute(element, 'name') ?? '';
  const form = formOf(element);
  const root = rootNode(element);
  const radios = root instanceof Document ? documentQueryAll(root, RADIOS) : radiosOf(root);
  return [...radios].filter(
    (one) => one !== element && isRadio(one) && (attribute(one, 'name') ?? '') === name && formOf(one) === form,
  );
}

const RADIOS = 'input[type=radio i]';

const isRadio = (element: Element): boolean => isInput(element) && inputType(element) === 'radio';

function radiosOf(root: Node): Iterable<Element> {
  return root instanceof DocumentFragment ? fragmentQueryAll(root, RADIOS) : [];
}
