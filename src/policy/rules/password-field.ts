import type { ElementIntent } from '../../core/index.js';
import type { Rule, Subject } from './rule.js';

const PLACEHOLDER = /^<[A-Z][A-Z0-9_]*>$/u;
// Keys that move, submit or delete. Any other key could spell a password letter by letter, or paste one.
const HARMLESS_KEYS = new Set([
  ...['Enter', 'NumpadEnter', 'Tab', 'Shift+Tab', 'Escape', 'Backspace', 'Delete', 'Home', 'End'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'],
]);

/**
 * Judged by what the field is, not by what the agent calls it: the only text that goes into a password,
 * one-time-code or card field is a secret by its name, which the model never sees.
 */
export const passwordField: Rule = (subject, target) => {
  if (target.kind !== 'element' || subject.call.effect !== 'act') return undefined;
  const sensitive = subject.callFacts.elements.get(target)?.sensitive;
  if (sensitive === undefined || mayEnter(subject, target.intent, target.text)) return undefined;
  return {
    kind: 'deny',
    rule: 'password-field',
    reason: `the field is a ${sensitive} field`,
    code: 'policy.password-field',
    hint: 'Give the name of a secret in angle brackets and nothing else, e.g. <SHOP_PASSWORD>.',
  };
};

function mayEnter({ call }: Subject, intent: ElementIntent, text: string | undefined): boolean {
  switch (intent) {
    case 'look':
    case 'click':
    case 'hover':
    case 'scroll':
    case 'upload':
      return text === undefined;
    case 'press': {
      const key = text ?? call.arguments['key'];
      return typeof key === 'string' && (HARMLESS_KEYS.has(key) || PLACEHOLDER.test(key));
    }
    case 'type':
    case 'select':
    case 'drag':
      return text !== undefined && PLACEHOLDER.test(text);
    case 'script':
      return true;
  }
}
