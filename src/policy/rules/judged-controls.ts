import type { Call, CallFacts, ElementFacts, ElementTarget } from '../../core/index.js';
import { activates, readKey } from './risk/pressed-key.js';

const MOVES_CHOICE = /^(?:Arrow\w+|Home|End|Page\w+)$/u;

interface Judged {
  readonly call: Call;
  readonly callFacts: CallFacts;
}

/**
 * The call with every control that its input sets in motion as a target of its own: one around the element that is named,
 * one that a label clicks, the radio buttons that an arrow key may choose. Each is judged as if it were clicked, so that
 * the strictest verdict and the highest risk win.
 */
export function withPressedControls(call: Call, callFacts: CallFacts): Judged {
  if (call.effect !== 'act') return { call, callFacts };
  const elements = new Map(callFacts.elements);
  for (const target of call.targets) {
    const facts = target.kind === 'element' ? callFacts.elements.get(target) : undefined;
    if (target.kind !== 'element' || facts === undefined) continue;
    for (const pressed of pressedBy(target, facts))
      elements.set({ kind: 'element', at: target.at, intent: 'click' }, pressed);
  }
  if (elements.size === callFacts.elements.size) return { call, callFacts };
  const added = [...elements.keys()].filter((target) => !callFacts.elements.has(target));
  return { call: { ...call, targets: [...call.targets, ...added] }, callFacts: { ...callFacts, elements } };
}

/** The further controls that input of this kind at an element presses. */
export function pressedBy({ intent, text = '' }: ElementTarget, facts: ElementFacts): readonly ElementFacts[] {
  const { also = [], radios = [], form } = facts;
  switch (intent) {
    case 'look':
    case 'hover':
    case 'scroll':
    case 'script':
      return [];
    case 'press': {
      const pressed = readKey(text);
      if (MOVES_CHOICE.test(pressed.key)) return form === undefined ? radios : radios.map((one) => ({ ...one, form }));
      return activates(pressed) ? also : [];
    }
    case 'click':
    case 'type':
    case 'select':
    case 'drag':
    case 'upload':
      return also;
  }
}
