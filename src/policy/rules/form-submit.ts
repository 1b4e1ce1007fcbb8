import type { ElementFacts, ElementIntent, Target } from '../../core/index.js';
import { activates, pressesEnter, readKey } from './risk/pressed-key.js';
import type { Rule, Subject } from './rule.js';

/**
 * `confirmRequired: form_submit`: sending a form asks a person where somebody is signed in or a password goes with it,
 * `form_submit:all` everywhere. Script can send one too; that has no mark to see.
 */
export const formSubmit: Rule = (subject, target) => {
  const { confirm } = subject.policy;
  const every = confirm.has('form_submit:all');
  if ((!every && !confirm.has('form_submit')) || subject.call.effect !== 'act') return undefined;
  if (target.kind === 'url' || target.kind === 'session') return undefined;
  // A key goes to the element if one is named; only without one does the page as a whole stand for it.
  if (target.kind === 'page' && subject.call.targets.some(({ kind }) => kind === 'element')) return undefined;
  const element = target.kind === 'element' ? subject.callFacts.elements.get(target) : undefined;
  if (!pressesSubmit(target, element) && !submitsForm(subject, target)) return undefined;
  if (every) return { kind: 'ask', rule: 'form_submit:all', reason: 'this sends a form' };
  if (subject.callFacts.identity !== undefined) {
    return { kind: 'ask', rule: 'form_submit', reason: 'this sends a form as the identity of this site' };
  }
  if (subject.callFacts.isAttached === true) {
    return { kind: 'ask', rule: 'form_submit', reason: 'this sends a form as whoever is signed in there' };
  }
  if (element?.form?.hasPassword !== true) return undefined;
  return { kind: 'ask', rule: 'form_submit', reason: 'this sends a form with a password' };
};

/** Does the call send the form of its target without a click on the form's button? */
export function submitsForm(subject: Subject, target: Target): boolean {
  if (target.kind === 'url' || target.kind === 'session') return false;
  const element = target.kind === 'element' ? subject.callFacts.elements.get(target) : undefined;
  if (target.kind === 'element' && changeSends(target.intent, element)) return true;
  return subject.call.arguments['submit'] === true || sendsByEnter(subject, element, target.text);
}

function sendsByEnter({ call }: Subject, element: ElementFacts | undefined, text: string | undefined): boolean {
  const key = call.arguments['key'];
  const pressed = typeof key === 'string' && pressesEnter(readKey(key));
  // A line break typed into a one-line field submits as Enter does.
  const typed = text !== undefined && /[\r\n]/u.test(text) && element?.tag !== 'textarea';
  // Without an element the key goes to whatever has the focus.
  return (pressed || typed) && (element === undefined || element.form !== undefined);
}

/** A click on the form's button: by the pointer, by a key, as both ends of a drag, to open it as a list, or to type. */
export function pressesSubmit(target: Target, element: ElementFacts | undefined): boolean {
  if (target.kind !== 'element' || element === undefined || !isSubmitControl(element)) return false;
  if (target.intent === 'press') return activates(readKey(target.text ?? ''));
  return /^(?:click|drag|select|type)$/u.test(target.intent);
}

/** Script listens for changes of the field, and may send its form then. */
function changeSends(intent: ElementIntent, element: ElementFacts | undefined): boolean {
  const changes = /^(?:click|drag|select|type|press)$/u.test(intent);
  return changes && element?.mayChangeSend === true && element.form !== undefined;
}

export function isSubmitControl(element: ElementFacts): boolean {
  if (element.form === undefined) return false;
  if (element.tag === 'button') return element.type === undefined || element.type === 'submit';
  return element.tag === 'input' && (element.type === 'submit' || element.type === 'image');
}
