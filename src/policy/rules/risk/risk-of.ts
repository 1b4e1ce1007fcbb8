import type { Call, ElementFacts, ElementTarget, CallFacts, Target } from '../../../core/index.js';
import type { Policy } from '../../policy.js';
import { clickRisk, enterRisk, labelRisk } from './click-risk.js';
import { withPressedControls } from '../judged-controls.js';
import { labelIntent } from './label-intent.js';
import { navigationRisk } from './navigation-risk.js';
import { activates, erases, isCommand, isKnownHarmless, pastes, pressesEnter, readKey } from './pressed-key.js';
import type { PressedKey } from './pressed-key.js';
import { atMost, maxRisk } from './risk.js';
import type { Risk } from './risk.js';
import { siteContextOf, adjustForSite } from './site-context.js';
import type { SiteContext } from './site-context.js';
import { enteringRisk, typingRisk } from './typing-risk.js';

const READS: Risk = { level: 'low', because: 'only looks' };

/**
 * How much harm a call can do if it is not what the person wants, from what is really there: the element, its form,
 * where it leads, where it is. The agent's own words for it count for nothing.
 */
export function riskOf(call: Call, callFacts: CallFacts, policy: Policy): Risk {
  if (call.effect === 'read' || call.effect === 'ask') return READS;
  const own = call.effect === 'act' && call.targets.length === 0 ? [declaredRisk(call)] : [];
  const all = withPressedControls(call, callFacts);
  return maxRisk(READS, ...own, ...all.call.targets.map((target) => targetRisk(call, all.callFacts, policy, target)));
}

/** A question that a page puts before it acts: what saying yes to it would do. */
export function riskOfQuestion(text: string): Risk {
  return maxRisk(
    { level: 'low', because: 'the question names no risky action' },
    labelRisk(labelIntent(text, 'question')),
  );
}

function targetRisk(call: Call, callFacts: CallFacts, policy: Policy, target: Target): Risk {
  switch (target.kind) {
    case 'session':
      return call.effect === 'act' ? declaredRisk(call) : READS;
    case 'page': {
      const around = siteContextOf(policy, callFacts);
      return adjustForSite(pageRisk(call, target.text, around), around);
    }
    case 'url': {
      const facts = callFacts.urls.get(target);
      if (facts?.kind !== 'web') return READS;
      const from = callFacts.pageUrl?.kind === 'web' ? callFacts.pageUrl : undefined;
      const risk = navigationRisk(policy, facts, from);
      return call.effect === 'act' && call.arguments['method'] === 'POST'
        ? maxRisk(risk, { level: 'medium', because: 'sends data to a server' })
        : risk;
    }
    case 'element': {
      const element = callFacts.elements.get(target);
      if (element === undefined || call.effect !== 'act') return READS;
      const around = siteContextOf(policy, callFacts, element);
      return adjustForSite(elementRisk(call, target, element, around, policy), around);
    }
  }
}

/** The risk of an action on a page or a session as a whole is declared by its tool. */
function declaredRisk({ risk, riskSignedIn = risk }: Call, around?: SiteContext): Risk {
  if (around?.hasIdentity === true && riskSignedIn !== undefined && riskSignedIn !== risk)
    return { level: riskSignedIn, because: 'what this tool can do to a page where somebody is signed in' };
  return risk === undefined
    ? { level: 'high', because: 'acts, and its tool does not say how much harm it can do' }
    : { level: risk, because: 'what this tool can do to the page' };
}

/** A key without an element goes to whatever has the focus. */
function pageRisk(call: Call, text: string | undefined, around: SiteContext): Risk {
  if (call.effect !== 'act') return READS;
  if (text === undefined || call.risk !== undefined) return declaredRisk(call, around);
  return { level: 'medium', because: 'a key for whatever has the focus' };
}

function elementRisk(
  call: Call,
  target: ElementTarget,
  element: ElementFacts,
  around: SiteContext,
  policy: Policy,
): Risk {
  switch (target.intent) {
    case 'look':
    case 'hover':
    case 'scroll':
      return READS;
    case 'click':
      return maxRisk(clickRisk(element, around, policy), ...changingRisks(element, around));
    case 'upload':
      return maxRisk({ level: 'medium', because: 'gives a file to the page' }, clickRisk(element, around, policy));
    case 'press':
      return pressRisk(target.text ?? '', element, around, policy);
    case 'type':
      return maxRisk(
        typingRisk(element, around),
        ...givenRisks(slidingRisk(element, around)),
        ...(element.editable ? [] : [clickRisk(element, around, policy)]),
        ...sendingRisks(call, target.text, element, around),
        ...changingRisks(element, around),
        ...(element.options === undefined ? [] : [choosingRisk(target.text, element, around, policy)]),
      );
    case 'select':
      return choosingRisk(target.text, element, around, policy);
    case 'drag':
      return draggingRisk(element, around, policy);
    // The script runs in the element's document, and can do there what its tool declares.
    case 'script':
      return declaredRisk(call, around);
  }
}

function choosingRisk(text: string | undefined, element: ElementFacts, around: SiteContext, policy: Policy): Risk {
  const base: Risk = { level: 'low', because: 'chooses an option' };
  const chosen = maxRisk(
    base,
    ...[text ?? '', ...(element.options ?? [])].map((said) => labelRisk(labelIntent(said, 'control'))),
  );
  // A native list only chooses, unless script listens for the choice; a list that the page draws may act at once.
  const isList = element.tag === 'select' && element.mayChangeSend !== true;
  const option = isList ? atMost(chosen, 'medium') : chosen;
  // An element that is no native list is clicked open first, so the click counts.
  const opened = element.tag === 'select' ? [] : [clickRisk(element, around, policy)];
  return maxRisk(option, ...opened, ...changingRisks(element, around));
}

/** The pointer goes down at one end and up at the other: where both are of one control, that is a click on it. */
function draggingRisk(element: ElementFacts, around: SiteContext, policy: Policy): Risk {
  const moves: Risk = { level: 'medium', because: 'moves something' };
  return maxRisk(
    moves,
    slidingRisk(element, around) ?? clickRisk(element, around, policy),
    ...changingRisks(element, around),
  );
}

/** "Slide to pay": what is done by moving a slider is what it says, or what its form does. */
function slidingRisk(element: ElementFacts, around: SiteContext): Risk | undefined {
  if (element.role !== 'slider') return undefined;
  const { name, shown = '', form } = element;
  const said = [name, shown].map((words) => labelRisk(labelIntent(words, 'control')));
  const base: Risk = { level: 'low', because: 'moves a slider' };
  return maxRisk(base, ...said, ...(form === undefined ? [] : [enterRisk(element, form, around)]));
}

const givenRisks = (risk: Risk | undefined): readonly Risk[] => (risk === undefined ? [] : [risk]);

/** A field whose change may send its form is its form's button. */
function changingRisks(element: ElementFacts, around: SiteContext): readonly Risk[] {
  const { mayChangeSend, form } = element;
  return mayChangeSend === true && form !== undefined ? [enterRisk(element, form, around)] : [];
}

/** By what the key does: a modifier makes none of them harmless. */
function pressRisk(key: string, element: ElementFacts, around: SiteContext, policy: Policy): Risk {
  const pressed = readKey(key);
  // In a search field Escape takes out what is there, and `onsearch` is told.
  const leaves = pressed.key === 'Tab' || (pressed.key === 'Escape' && element.type !== 'search');
  const chosen = (element.options ?? []).map((said) => labelRisk(labelIntent(said, 'control')));
  const changes = leaves ? [] : [...changingRisks(element, around), ...chosen];
  const slides = leaves ? undefined : slidingRisk(element, around);
  if (slides !== undefined) return maxRisk(slides, ...changes);
  if (element.editable) {
    if (pastes(pressed)) return maxRisk(typingRisk(element, around), ...changes);
    if (pressesEnter(pressed))
      return maxRisk(enteringRisk(element, isCommand(pressed), around), ...markedRisks(element), ...changes);
    const unknown = isCommand(pressed) ? unknownRisks(pressed, element, around) : [];
    return maxRisk({ level: 'low', because: 'a key in a field' }, ...changes, ...unknown);
  }
  // On a button these keys are a click.
  if (activates(pressed)) {
    const sends = pressesEnter(pressed) ? implicitRisks(element, around) : [];
    const unknown = unknownRisks(pressed, element, around);
    return maxRisk(clickRisk(element, around, policy), ...sends, ...markedRisks(element), ...changes, ...unknown);
  }
  if (erases(pressed)) return { level: 'high', because: `the key ${pressed.key}, outside of a field` };
  return maxRisk({ level: 'low', because: 'a key' }, ...changes, ...unknownRisks(pressed, element, around));
}

/** Enter in a box or a circle sends its form, as it does in a field of one line (HTML 4.10.21.2). */
function implicitRisks(element: ElementFacts, around: SiteContext): readonly Risk[] {
  const { tag, type = '', form } = element;
  return tag === 'input' && form !== undefined && !BUTTON_TYPES.has(type) ? [enterRisk(element, form, around)] : [];
}

const BUTTON_TYPES: ReadonlySet<string> = new Set(['button', 'submit', 'reset', 'image']);

/** In a list with a mark the key is a click on the item that is marked. */
function markedRisks({ marked }: ElementFacts): readonly Risk[] {
  return marked === undefined ? [] : [labelRisk(labelIntent(marked, 'control'))];
}

/** The effect of a page's own shortcut is unknown: it may submit the form that has the focus. */
function unknownRisks(pressed: PressedKey, element: ElementFacts, around: SiteContext): readonly Risk[] {
  if (!around.hasIdentity || isKnownHarmless(pressed) || (activates(pressed) && pressed.modifiers.size === 0))
    return [];
  const { form } = element;
  return [
    { level: 'medium', because: 'a key that the page may know as a shortcut' },
    ...(form === undefined ? [] : [enterRisk(element, form, around)]),
  ];
}

/** `submit`, or a line break in a field of one line, is Enter. */
function sendingRisks(call: Call, text: string | undefined, element: ElementFacts, around: SiteContext): Risk[] {
  const broken = text !== undefined && /[\r\n]/u.test(text) && element.tag === 'input';
  if (call.arguments['submit'] !== true && !broken) return [];
  return [enteringRisk(element, false, around), ...markedRisks(element)];
}
