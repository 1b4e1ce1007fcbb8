import type { Call, ElementFacts, ElementTarget, Sight, Target } from '../../../core/index.js';
import type { Policy } from '../../policy.js';
import { clickRisk, enterRisk, labelRisk } from './click-risk.js';
import { deedOf } from './label-intent.js';
import { goingRisk } from './navigation-risk.js';
import { activates, erases, isCommand, isKnownHarmless, pastes, pressesEnter, readKey } from './pressed-key.js';
import type { PressedKey } from './pressed-key.js';
import { atMost, gravest } from './risk.js';
import type { Risk } from './risk.js';
import { surroundingsOf, weighed } from './site-context.js';
import type { Surroundings } from './site-context.js';
import { enteringRisk, typingRisk } from './typing-risk.js';

const READS: Risk = { level: 'low', because: 'only looks' };

/**
 * How much harm a call can do if it is not what the person wants, from what is really there: the element, its form,
 * where it leads, where it stands. The agent's own words for it count for nothing.
 */
export function riskOf(call: Call, sight: Sight, policy: Policy): Risk {
  if (call.effect === 'read' || call.effect === 'ask') return READS;
  const own = call.effect === 'act' && call.targets.length === 0 ? [declaredRisk(call)] : [];
  return gravest(READS, ...own, ...call.targets.map((target) => targetRisk(call, sight, policy, target)));
}

/** A question that a page puts before it acts: what saying yes to it would do. */
export function riskOfQuestion(text: string): Risk {
  return gravest({ level: 'low', because: 'the question says nothing grave' }, labelRisk(deedOf(text, 'question')));
}

function targetRisk(call: Call, sight: Sight, policy: Policy, target: Target): Risk {
  switch (target.kind) {
    case 'session':
      return call.effect === 'act' ? declaredRisk(call) : READS;
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

/** What an action does to a page or a session as a whole only its tool knows. */
function declaredRisk({ risk }: Call): Risk {
  return risk === undefined
    ? { level: 'high', because: 'acts, and its tool does not say how much harm it can do' }
    : { level: risk, because: 'what this tool can do to the page' };
}

/** A key without an element goes to whatever has the focus. */
function pageRisk(call: Call, text: string | undefined): Risk {
  if (call.effect !== 'act') return READS;
  if (text === undefined) return declaredRisk(call);
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
      return gravest(clickRisk(element, around, policy), ...changingRisks(element, around));
    case 'upload':
      return gravest({ level: 'medium', because: 'gives a file to the page' }, clickRisk(element, around, policy));
    case 'press':
      return pressRisk(target.text ?? '', element, around, policy);
    case 'type':
      return gravest(
        typingRisk(element, around),
        ...(element.editable ? [] : [clickRisk(element, around, policy)]),
        ...sendingRisks(call, target.text, element, around),
        ...changingRisks(element, around),
        ...(element.options === undefined ? [] : [choosingRisk(target.text, element, around, policy)]),
      );
    case 'select':
      return choosingRisk(target.text, element, around, policy);
    case 'drag':
      return draggingRisk(element, around, policy);
  }
}

function choosingRisk(text: string | undefined, element: ElementFacts, around: Surroundings, policy: Policy): Risk {
  const base: Risk = { level: 'low', because: 'chooses an option' };
  const chosen = gravest(
    base,
    ...[text ?? '', ...(element.options ?? [])].map((said) => labelRisk(deedOf(said, 'control'))),
  );
  // A native list only chooses, unless script hears of the choice; what a page makes of its own may act at once.
  const isList = element.tag === 'select' && element.mayChangeSend !== true;
  const option = isList ? atMost(chosen, 'medium') : chosen;
  // Whatever is no list by itself is clicked open first.
  const opened = element.tag === 'select' ? [] : [clickRisk(element, around, policy)];
  return gravest(option, ...opened, ...changingRisks(element, around));
}

/** The pointer goes down at one end and up at the other: where both are of one control, that is a click on it. */
function draggingRisk(element: ElementFacts, around: Surroundings, policy: Policy): Risk {
  const moves: Risk = { level: 'medium', because: 'moves something' };
  return gravest(
    moves,
    slidingRisk(element, around) ?? clickRisk(element, around, policy),
    ...changingRisks(element, around),
  );
}

/** "Slide to pay": what is done by moving a slider is what it says, or what its form does. */
function slidingRisk(element: ElementFacts, around: Surroundings): Risk | undefined {
  if (element.role !== 'slider') return undefined;
  const { name, shown = '', form } = element;
  const said = [name, shown].map((words) => labelRisk(deedOf(words, 'control')));
  const base: Risk = { level: 'low', because: 'moves a slider' };
  return gravest(base, ...said, ...(form === undefined ? [] : [enterRisk(element, form, around)]));
}

/** A field whose change may send its form is its form's button. */
function changingRisks(element: ElementFacts, around: Surroundings): readonly Risk[] {
  const { mayChangeSend, form } = element;
  return mayChangeSend === true && form !== undefined ? [enterRisk(element, form, around)] : [];
}

/** By what the key does: a modifier makes none of them harmless. */
function pressRisk(key: string, element: ElementFacts, around: Surroundings, policy: Policy): Risk {
  const pressed = readKey(key);
  const leaves = pressed.key === 'Tab' || pressed.key === 'Escape';
  const chosen = (element.options ?? []).map((said) => labelRisk(deedOf(said, 'control')));
  const changes = leaves ? [] : [...changingRisks(element, around), ...chosen];
  const slides = leaves ? undefined : slidingRisk(element, around);
  if (slides !== undefined) return gravest(slides, ...changes);
  if (element.editable) {
    if (pastes(pressed)) return gravest(typingRisk(element, around), ...changes);
    if (pressesEnter(pressed)) return gravest(enteringRisk(element, isCommand(pressed), around), ...changes);
    const unknown = isCommand(pressed) ? unknownRisks(pressed, element, around) : [];
    return gravest({ level: 'low', because: 'a key in a field' }, ...changes, ...unknown);
  }
  // On a button these keys are a click.
  if (activates(pressed))
    return gravest(clickRisk(element, around, policy), ...changes, ...unknownRisks(pressed, element, around));
  if (erases(pressed)) return { level: 'high', because: `the key ${pressed.key}, outside of a field` };
  return gravest({ level: 'low', because: 'a key' }, ...changes, ...unknownRisks(pressed, element, around));
}

/** What a shortcut does nobody knows: as somebody, it may do what the form does that has the focus. */
function unknownRisks(pressed: PressedKey, element: ElementFacts, around: Surroundings): readonly Risk[] {
  if (!around.hasIdentity || isKnownHarmless(pressed) || (activates(pressed) && pressed.modifiers.size === 0))
    return [];
  const { form } = element;
  return [
    { level: 'medium', because: 'a key that the page may know as a shortcut' },
    ...(form === undefined ? [] : [enterRisk(element, form, around)]),
  ];
}

/** `submit`, or a line break in a field of one line, is Enter. */
function sendingRisks(call: Call, text: string | undefined, element: ElementFacts, around: Surroundings): Risk[] {
  const broken = text !== undefined && /[\r\n]/u.test(text) && element.tag === 'input';
  if (call.arguments['submit'] !== true && !broken) return [];
  return [enteringRisk(element, false, around)];
}
