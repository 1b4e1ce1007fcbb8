import { assignValue } from './fields.js';
import { attribute, baseUri, formElements, formOf, inputType, isArea, isButton, isInput } from './dom-primordials.js';
import { rememberCopiesOf } from './field-copies.js';
import { isPasswordField, rememberAs } from './sensitive.js';

export interface PutSecretRules {
  readonly origins: readonly string[];
  readonly use: 'any' | 'password' | 'code';
  readonly isUnmasked?: boolean;
}

/** `origin`: of the frame or of a page around it; `action`: where the form would send it; `field`: what it would be put in. */
export type SecretAnswer = 'done' | 'origin' | 'action' | 'field' | 'refused';

/** May it go in here? Changes nothing. */
export function checkSecret(element: Element, { origins, use }: PutSecretRules): SecretAnswer {
  // A frame without an address of its own has its parent's origin, and may well be a foreign letter in a web mail.
  if (!/^https?:$/u.test(location.protocol)) return 'origin';
  const around = [self.origin, ...location.ancestorOrigins];
  if (!around.every((origin) => origins.includes(origin))) return 'origin';
  if (!isInput(element) && !isArea(element)) return 'field';
  if (use === 'password' && !isPasswordField(element)) return 'field';
  return sentTo(element).every((origin) => origins.includes(origin)) ? 'done' : 'action';
}

/** One synchronous step: no script of the page can run between the check and the write (CWE-367). */
export function putSecret(element: Element, value: string, rules: PutSecretRules): SecretAnswer {
  const checked = checkSecret(element, rules);
  if (checked !== 'done') return checked;
  // First: a listener of the input event may read the field at once, or change its type.
  rememberAs(element, rules.use === 'code' ? 'one-time-code' : 'password');
  if (rules.isUnmasked === true) rememberCopiesOf(element);
  return assignValue(element, value) ? 'done' : 'refused';
}

/** Every origin that submitting the field's form can send to: each of its buttons may name one of its own. */
function sentTo(element: Element): string[] {
  const form = formOf(element);
  if (form === null) return [];
  const actions = [attribute(form, 'action') ?? ''];
  for (const control of formElements(form)) {
    if (!isButton(control) && !(isInput(control) && /^(?:submit|image)$/u.test(inputType(control)))) continue;
    const own = attribute(control, 'formaction');
    if (own !== null) actions.push(own);
  }
  return actions.map(originOfAction).filter((origin) => origin !== undefined);
}

/** Undefined: it goes nowhere but to the page's own script. */
function originOfAction(action: string): string | undefined {
  try {
    const { protocol, origin } = new URL(action === '' ? location.href : action, baseUri(document));
    return protocol === 'javascript:' ? undefined : origin;
  } catch {
    return 'null';
  }
}
