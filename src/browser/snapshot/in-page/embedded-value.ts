import {
  attribute,
  isInput,
  isSelect,
  isArea,
  optionSelected,
  optionText,
  querySelectorAll,
  selectOptions,
  textContent,
  valueOf,
} from './natives.js';
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
  const chosen = [...querySelectorAll(element, '[role=option][aria-selected=true]')];
  return chosen.map((option) => textContent(option) ?? '').join(' ');
}
