import type { ElementFacts } from '../../../core/index.js';
import { agrees, deedOf } from './deed-of.js';
import type { Deed } from './deed-of.js';
import { gravest } from './risk.js';
import type { Risk } from './risk.js';

const QUESTION = /[?？؟]/u;
/** "Continue shopping" says yes to nothing. */
const GOES_BACK =
  /shopping|browsing|reading|exploring|editing|as guest|einkauf|stöbern|lesen|achats|navigation|comprando|compra[rs]?\b|navegando|acquisti|покупк|购物|購物|買い物|쇼핑/iu;

/** Does it only agree to what stands around it: "OK", "Confirm", "Continue", or a picture without a name? */
export function saysYes({ name, shown, hint }: ElementFacts, deed: Deed): boolean {
  const words = `${name} ${shown ?? ''}`;
  if (deed === 'confirm' || (deed === 'save' && agrees(name))) return !GOES_BACK.test(words);
  return deed === 'look' && `${words}${hint ?? ''}`.trim() === '';
}

/** What a yes means is what the dialog or the form around it says. */
export function yesRisk({ around, tag, role }: Pick<ElementFacts, 'around' | 'tag' | 'role'>): Risk {
  const nothing: Risk = { level: 'low', because: 'says yes to nothing grave' };
  if (around === undefined || (tag !== 'button' && tag !== 'input' && role === 'link')) return nothing;
  const { says = '', amount } = around;
  const spends: Risk =
    amount === undefined ? nothing : { level: 'high', because: 'says yes beside an amount of money' };
  return gravest(nothing, wordsRisk(says), spends);
}

/**
 * A question says what a yes does. A statement may as well tell what has happened ("Order complete"), so it counts only
 * where it speaks of taking away.
 */
function wordsRisk(says: string): Risk {
  const asks = QUESTION.test(says);
  switch (deedOf(says, asks ? 'question' : 'control')) {
    case 'close-account':
      return { level: 'critical', because: 'what stands around it says that it deletes or closes an account' };
    case 'erase':
      return { level: 'high', because: 'what stands around it says that it deletes' };
    case 'pay':
      if (!asks) break;
      return { level: 'critical', because: 'what stands around it says that it pays, orders or moves money' };
    case 'send':
      if (!asks) break;
      return { level: 'high', because: 'what stands around it says that it sends or publishes' };
    case 'change-others':
      if (!asks) break;
      return { level: 'high', because: 'what stands around it says that it changes what others have or may do' };
    case 'save':
    case 'confirm':
    case 'tidy':
    case 'look':
      break;
  }
  return { level: 'low', because: 'says yes to nothing grave' };
}
