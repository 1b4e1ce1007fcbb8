import {
  attribute,
  byId,
  isInput,
  isSelect,
  isArea,
  optionSelected,
  optionText,
  querySelectorAll,
  selectOptions,
  textContent,
  valueOf,
} from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';

/** What a control inside somebody else's label contributes: its value (accname 1.2, step 2C). */
export function embeddedValue(element: Element, role: string): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return fieldValue(element);
    case 'combobox':
    case 'listbox':
      return chosenText(element);
    case 'slider':
    case 'spinbutton':
    case 'scrollbar':
    case 'progressbar':
    case 'meter':
      return attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow') ?? fieldValue(element) ?? '';
    case 'menu':
      return '';
    default:
      return undefined;
  }
}

function fieldValue(element: Element): string | undefined {
  if (sensitiveKind(element) !== undefined) return '';
  const value = valueOf(element);
  if (value !== undefined) return value;
  return attribute(element, 'value') ?? textContent(element) ?? '';
}

function chosenText(element: Element): string {
  if (isSelect(element)) {
    return [...selectOptions(element)].filter(optionSelected).map(optionText).join(' ');
  }
  if (isInput(element) || isArea(element)) return fieldValue(element) ?? '';
  const lists = `${attribute(element, 'aria-owns') ?? ''} ${attribute(element, 'aria-controls') ?? ''}`
    .trim()
    .split(/\s+/u);
  const places = [element, ...lists.map((id) => byId(element, id)).filter((list) => list !== null)];
  const chosen = places.flatMap((place) => [...querySelectorAll(place, '[role=option][aria-selected=true]')]);
  if (chosen.length > 0) return chosen.map((option) => (textContent(option) ?? '').trim()).join(' ');
  return attribute(element, 'role') === 'combobox' ? (textContent(element) ?? '') : '';
}
