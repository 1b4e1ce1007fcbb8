import {
  attribute,
  boundingRect,
  contentEditable,
  dialogOpen,
  flatParent,
  hasAttribute,
  inputChecked,
  inputIndeterminate,
  inputType,
  isArea,
  isInput,
  isSelect,
  localName,
  matchesSelector,
  optionLabel,
  optionSelected,
  selectOptions,
  textContent,
  valueOf,
} from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';

const DISABLEABLE = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']);

export function isDisabled(element: Element): boolean {
  if (DISABLEABLE.has(localName(element))) {
    // The pseudo-class knows about disabled fieldsets and their legends.
    return matchesSelector(element, ':disabled') || attribute(element, 'aria-disabled') === 'true';
  }
  return attribute(element, 'aria-disabled') === 'true' || inheritsAriaDisabled(element);
}

function inheritsAriaDisabled(element: Element): boolean {
  let up = flatParent(element);
  for (let i = 0; up !== null && i < 4; i += 1, up = flatParent(up)) {
    if (attribute(up, 'aria-disabled') === 'true') return true;
  }
  return false;
}

/** Of a drawing there is nothing else to say. */
function sizeOf(element: Element): string {
  const { width, height } = boundingRect(element);
  return `${String(Math.round(width))}x${String(Math.round(height))}`;
}

export function statesOf(element: Element, role: string): string[] {
  const states: string[] = role === 'canvas' ? [sizeOf(element)] : [];
  const checked = checkedState(element, role);
  if (checked !== undefined) states.push(checked === 'false' ? 'unchecked' : checked === 'mixed' ? 'mixed' : 'checked');
  const pressed = attribute(element, 'aria-pressed');
  if (pressed === 'true' || pressed === 'mixed') states.push('pressed');
  const selected = role === 'option' && element instanceof HTMLOptionElement ? optionSelected(element) : undefined;
  if (selected === true || (selected === undefined && attribute(element, 'aria-selected') === 'true'))
    states.push('selected');
  const expanded = expandedState(element);
  if (expanded !== undefined) states.push(expanded ? 'expanded' : 'collapsed');
  if (isDisabled(element)) states.push('disabled');
  if (hasAttribute(element, 'required') || attribute(element, 'aria-required') === 'true') states.push('required');
  if (hasAttribute(element, 'readonly') || attribute(element, 'aria-readonly') === 'true') states.push('readonly');
  if (attribute(element, 'aria-invalid') === 'true') states.push('invalid');
  const current = attribute(element, 'aria-current');
  if (current !== null && current !== 'false' && current !== '') states.push('current');
  if (attribute(element, 'aria-busy') === 'true') states.push('busy');
  if (role === 'dialog' && attribute(element, 'aria-modal') === 'true') states.push('modal');
  if (isSelect(element) && hasAttribute(element, 'multiple')) states.push('multiple');
  const kind = sensitiveKind(element);
  if (kind === 'password') states.push('password');
  // Its value is never shown; that there is one is.
  if (kind !== undefined && valueOf(element) !== '') states.push('filled');
  return states;
}

export function checkedState(element: Element, role: string): 'true' | 'false' | 'mixed' | undefined {
  if (isInput(element)) {
    const type = inputType(element);
    if (type === 'checkbox' || type === 'radio') {
      if (inputIndeterminate(element)) return 'mixed';
      return inputChecked(element) ? 'true' : 'false';
    }
  }
  if (!/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/u.test(role)) return undefined;
  const said = attribute(element, 'aria-checked');
  return said === 'true' || said === 'mixed' ? said : 'false';
}

function expandedState(element: Element): boolean | undefined {
  if (localName(element) === 'summary') {
    const parent = flatParent(element);
    if (parent !== null && localName(parent) === 'details') return hasAttribute(parent, 'open');
  }
  if (element instanceof HTMLDialogElement) return dialogOpen(element) ? undefined : false;
  const said = attribute(element, 'aria-expanded');
  return said === 'true' ? true : said === 'false' ? false : undefined;
}

export function levelOf(element: Element, role: string): number | undefined {
  if (role !== 'heading') return undefined;
  const said = Number(attribute(element, 'aria-level') ?? Number.NaN);
  if (Number.isInteger(said) && said > 0) return said;
  const [, digit] = /^h([1-6])$/u.exec(localName(element)) ?? [];
  return digit === undefined ? 2 : Number(digit);
}

const VALUED = new Set(
  'textbox searchbox combobox listbox spinbutton slider datepicker timepicker colorpicker progressbar meter filepicker'.split(
    ' ',
  ),
);

/** The live value as a person sees it. Undefined: has none, or it is nobody's business. */
export function visibleValue(element: Element, role: string): string | undefined {
  if (!VALUED.has(role) || sensitiveKind(element) !== undefined) return undefined;
  if (isSelect(element)) {
    return [...selectOptions(element)].filter(optionSelected).map(optionLabel).join(', ');
  }
  if (isInput(element) || isArea(element)) return valueOf(element);
  if (element instanceof HTMLProgressElement) return element.position < 0 ? undefined : String(element.value);
  if (element instanceof HTMLMeterElement) return String(element.value);
  const said = attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
  if (said !== null) return said;
  return isEditable(element) && role !== 'combobox' ? (textContent(element) ?? '') : undefined;
}

/** As much of a value as a page may say in an attribute, where nobody sees it, before it is cut and marked. */
const MAX_SPOKEN_VALUE = 60;

/** Is this value what `aria-valuetext` says, and longer than the value of a slider or a progress bar is? */
export function isSpokenValue(element: Element, value: string): boolean {
  if (value.length <= MAX_SPOKEN_VALUE || isInput(element) || isArea(element) || isSelect(element)) return false;
  return value === (attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow'));
}

/** The host of an editable region: what is inside it is its text, not its structure. */
export function isEditable(element: Element): boolean {
  return element instanceof HTMLElement && contentEditable(element);
}

export function isEditingHost(element: Element): boolean {
  if (!isEditable(element)) return false;
  const parent = flatParent(element);
  return parent === null || !isEditable(parent);
}

export function isMultiline(element: Element, role: string): boolean {
  if (role !== 'textbox') return false;
  const said = attribute(element, 'aria-multiline');
  return isArea(element) || said === 'true' || (said === null && isEditable(element));
}

export function takesText(element: Element): boolean {
  if (isEditable(element) || isArea(element)) return true;
  return isInput(element) && !/^(?:button|submit|reset|image|checkbox|radio|file|hidden)$/u.test(inputType(element));
}
