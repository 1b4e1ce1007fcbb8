import type { Call, ElementFacts, ElementTarget, Sight, Target } from '../../../core/index.js';
import type { Policy } from '../../policy.js';
import { clickRisk, labelRisk } from './click-risk.js';
import { deedOf } from './deed-of.js';
import { goingRisk } from './going-risk.js';
import { atMost, gravest } from './risk.js';
import type { Risk } from './risk.js';
import { surroundingsOf, weighed } from './surroundings.js';
import type { Surroundings } from './surroundings.js';
import { enteringRisk, typingRisk } from './typing-risk.js';

const READS: Risk = { level: 'low', because: 'only looks' };
const ENTER = /(?:^|\+)(?:Enter|NumpadEnter|Return)$/u;

/**
 * How much harm a call can do if it is not what the person wants, from what is really there: the element, its form,
 * where it leads, where it stands. The agent's own words for it count for nothing.
 */
export function riskOf(call: Call, sight: Sight, policy: Policy): Risk {
  if (call.effect === 'read' || call.effect === 'ask') return READS;
  return gravest(READS, ...call.targets.map((target) => targetRisk(call, sight, policy, target)));
}

/** A question that a page puts before it acts: what saying yes to it would do. */
export function riskOfQuestion(text: string): Risk {
  return gravest({ level: 'low', because: 'the question says nothing grave' }, labelRisk(deedOf(text, 'question')));
}

function targetRisk(call: Call, sight: Sight, policy: Policy, target: Target): Risk {
  switch (target.kind) {
    case 'session':
      return READS;
    case 'page':
      return weighed(pageRisk(call, target.text), surroundingsOf(policy, sight));
    case 'url': {
      const facts = sight.urls.get(target);
      if (facts?.kind !== 'web') return READS;
      const from = sight.pageUrl?.kind === 'web' ? sight.pageUrl : undefined;
      const risk = goingRisk(policy, facts, from);
      return call.effect === 'act' && call.arguments['method'] === 'POST'
        ? gravest(risk, { level: 'medium', because: 'sends data to a server' })
        : risk;
    }
    case 'element': {
      const element = sight.elements.get(target);
      if (element === undefined || call.effect !== 'act') return READS;
      const around = surroundingsOf(policy, sight, element);
      return weighed(elementRisk(call, target, element, around, policy), around);
    }
  }
}

/** A key without an element goes to whatever has the focus. */
function pageRisk(call: Call, text: string | undefined): Risk {
  if (call.effect !== 'act' || text === undefined) return READS;
  return { level: 'medium', because: 'a key for whatever has the focus' };
}

function elementRisk(
  call: Call,
  target: ElementTarget,
  element: ElementFacts,
  around: Surroundings,
  policy: Policy,
): Risk {
  switch (target.intent) {
    case 'look':
    case 'hover':
    case 'scroll':
      return READS;
    case 'click':
      return clickRisk(element, around, policy);
    case 'upload':
      return gravest({ level: 'medium', because: 'gives a file to the page' }, clickRisk(element, around, policy));
    case 'press':
      return pressRisk(target.text ?? '', element, around, policy);
    case 'type':
      return gravest(typingRisk(element, around), ...sendingRisks(call, target.text, element, around));
    case 'select': {
      const chosen = labelRisk(deedOf(target.text ?? '', 'control'));
      const base: Risk = { level: 'low', because: 'chooses an option' };
      // A list only chooses; an option of a menu acts at once.
      return gravest(
        base,
        element.tag === 'select' || /^(?:combobox|listbox)$/u.test(element.role) ? atMost(chosen, 'medium') : chosen,
      );
    }
    case 'drag':
      return { level: 'medium', because: 'moves something' };
  }
}

function pressRisk(key: string, element: ElementFacts, around: Surroundings, policy: Policy): Risk {
  if (element.editable) {
    if (ENTER.test(key)) return enteringRisk(element, /^(?:Control|Meta)\+/u.test(key), around);
    return { level: 'low', because: 'a key in a field' };
  }
  // On a button these keys are a click.
  if (ENTER.test(key) || key === ' ' || key === 'Space') return clickRisk(element, around, policy);
  if (key === 'Delete') return { level: 'high', because: 'the key Delete, outside of a field' };
  return { level: 'low', because: 'a key' };
}

/** `submit`, or a line break in a field of one line, is Enter. */
function sendingRisks(call: Call, text: string | undefined, element: ElementFacts, around: Surroundings): Risk[] {
  const broken = text !== undefined && /[\r\n]/u.test(text) && element.tag === 'input';
  if (call.arguments['submit'] !== true && !broken) return [];
  return [enteringRisk(element, false, around)];
}
