import { attribute, contentEditable, hasAttribute, inputType, isArea, isInput, isSelect } from './dom-primordials.js';
import { roleOf } from './roles.js';
import { checkedState } from './states.js';

export function fieldKind(element: Element): {
  kind: 'text' | 'choice' | 'toggle' | 'picker' | 'rich' | 'none';
  multiple: boolean;
} {
  if (isSelect(element)) return { kind: 'choice', multiple: hasAttribute(element, 'multiple') };
  if (isArea(element)) return { kind: 'text', multiple: false };
  if (isInput(element)) {
    const type = inputType(element);
    if (type === 'checkbox' || type === 'radio') return { kind: 'toggle', multiple: false };
    if (/^(?:date|time|datetime-local|month|week|color|range)$/u.test(type)) return { kind: 'picker', multiple: false };
    const none = /^(?:button|submit|reset|image|file|hidden)$/u.test(type);
    return { kind: none ? 'none' : 'text', multiple: false };
  }
  if (element instanceof HTMLElement && contentEditable(element)) return { kind: 'rich', multiple: false };
  if (checkedState(element, roleOf(element)) !== undefined) return { kind: 'toggle', multiple: false };
  return { kind: /^(?:textbox|searchbox)$/u.test(attribute(element, 'role') ?? '') ? 'rich' : 'none', multiple: false };
}
