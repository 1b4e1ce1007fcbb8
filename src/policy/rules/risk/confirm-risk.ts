import type { ElementFacts } from '../../../core/index.js';
import { listWords } from '../../languages/index.js';
import { agrees, isUnknownCommand, labelIntent } from './label-intent.js';
import type { LabelIntent } from './label-intent.js';
import { maxRisk } from './risk.js';
import type { Risk } from './risk.js';

const QUESTION = /[?？؟]/u;
const SENTENCES = /[^.!?。！？؟]+[.!?。！？؟]*/gu;
const FINAL = new RegExp(listWords(({ confirmations }) => confirmations?.final).join('|'), 'iu');
/** "Continue shopping" says yes to nothing. */
const GOES_BACK = new RegExp(listWords(({ confirmations }) => confirmations?.goesBack).join('|'), 'iu');

const NOTHING: Risk = { level: 'low', because: 'the text around it names no risky action' };
const RISKS: Readonly<Record<LabelIntent, Risk>> = {
  'close-account': { level: 'critical', because: 'the text around it says that it deletes or closes an account' },
  pay: { level: 'critical', because: 'the text around it says that it pays, orders or moves money' },
  erase: { level: 'high', because: 'the text around it says that it deletes' },
  send: { level: 'high', because: 'the text around it says that it sends or publishes' },
  'change-others': {
    level: 'high',
    because: 'the text around it says that it changes what others have or may do',
  },
  save: NOTHING,
  confirm: NOTHING,
  tidy: NOTHING,
  look: NOTHING,
};

/** Does it only agree to what is around it: "OK", "Confirm", "Continue", or a picture without a name? */
export function isConfirmation({ name, shown, hint }: ElementFacts, intent: LabelIntent): boolean {
  const words = `${name} ${shown ?? ''}`;
  if (intent === 'confirm' || (intent === 'save' && agrees(name))) return !GOES_BACK.test(words);
  return intent === 'look' && (`${words}${hint ?? ''}`.trim() === '' || TICK.test(words.trim()));
}

const TICK = /^[✓✔✅☑👍👌]\uFE0F?$/u;

/** "Sure", "Do it": beside a grave question whatever does not decline may be the yes to it. */
export function mayAgree({ name, shown = '', role }: ElementFacts, intent: LabelIntent): boolean {
  return intent === 'look' && PRESSED.has(role) && isUnknownCommand(`${name} ${shown}`.trim());
}

const PRESSED = new Set(['button', 'clickable', 'link']);

/** The meaning of a confirm button is in the words of the dialog or form around it. */
export function confirmRisk({ around }: Pick<ElementFacts, 'around'>): Risk {
  if (around === undefined) return NOTHING;
  const { says = '', amount } = around;
  const spends: Risk =
    amount === undefined ? NOTHING : { level: 'high', because: 'says yes beside an amount of money' };
  return maxRisk(NOTHING, wordsRisk(says), spends);
}

/** By the words alone: beside an amount there are buttons of many kinds. */
export function answerRisk({ around }: Pick<ElementFacts, 'around'>): Risk {
  return wordsRisk(around?.says ?? '');
}

/**
 * A question says what a yes does. A statement may as well tell what has happened ("Order complete") or can be done later
 * ("Cancel any time"), so it counts only where it speaks of taking away, as the heading or for good.
 */
function wordsRisk(says: string): Risk {
  const sentences = says.match(SENTENCES) ?? [];
  const isFinal = FINAL.test(says);
  return maxRisk(
    NOTHING,
    ...sentences.map((sentence, i) => {
      if (QUESTION.test(sentence)) return RISKS[labelIntent(sentence, 'question')];
      const intent = i === 0 || isFinal ? labelIntent(sentence, 'prose') : 'look';
      return RISKS[intent === 'erase' || intent === 'close-account' ? intent : 'look'];
    }),
  );
}
