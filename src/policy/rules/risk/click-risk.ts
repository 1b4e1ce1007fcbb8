import { UNCERTAIN_LINK } from '../../../core/uncertain-link.js';
import type { ElementFacts, FormFacts } from '../../../core/index.js';
import type { Policy } from '../../policy.js';
import { readOrigin } from '../../origin-pattern.js';
import type { VisitedPlace } from '../../sensitive-place.js';
import { isSubmitControl } from '../form-submit.js';
import { asksToDelete, erasesByField, explainsIntent } from './path-intent.js';
import { LABEL_INTENTS, explainsItself, isUnknownCommand, labelIntent, namesAmount } from './label-intent.js';
import type { LabelIntent, Wording } from './label-intent.js';
import { linkRisk, pathRisk } from './navigation-risk.js';
import { atMost, maxRisk, isAtLeast } from './risk.js';
import type { Risk } from './risk.js';
import { isShortCommand } from './short-command.js';
import type { SiteContext } from './site-context.js';
import { answerRisk, confirmRisk, isConfirmation, mayAgree } from './confirm-risk.js';

/** These show or choose something; a choice takes effect by another control, unless script listens for it. */
const CHOOSING = new Set(
  'tab columnheader rowheader option radio checkbox switch menuitemcheckbox menuitemradio heading treeitem article'.split(
    ' ',
  ),
);
/** Whole messages or things to do, or the items of a menu: those are a command and nothing else. */
const ITEMS = new Set(['row', 'listitem', 'cell', 'gridcell']);
const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox']);

/** A click, judged by what the control is called, where it leads, and the form that it sends. */
export function clickRisk(element: ElementFacts, around: SiteContext, policy: Policy): Risk {
  const link = linkOf(element, around);
  const submits = isSubmitControl(element);
  const isUncertain = element.href === UNCERTAIN_LINK;
  // A role is the page's own word: a link or a button that is called a field is pressed all the same.
  const isField = FIELDS.has(element.role) && link === undefined && !submits && !isUncertain && !isPlainButton(element);
  if (isField) return { level: 'low', because: 'puts the focus into a field' };
  const intent = intentOfElement(
    element,
    link !== undefined || (element.role === 'link' && element.href === undefined),
  );
  const spoken = labelRisk(intent, element.form);
  const isGrave = isAtLeast(spoken.level, 'high') && !submits;
  const onlyChooses = (CHOOSING.has(element.role) || isItemOfText(element)) && element.mayChangeSend !== true;
  const onlyShows = isGrave && (onlyChooses || (link !== undefined && explainsIntent(link.url)));
  const label = onlyShows ? atMost(spoken, 'medium') : spoken;
  return maxRisk(
    label,
    ...(link === undefined ? [] : [linkRisk(policy, link, around.page)]),
    ...(isUncertain ? [UNCERTAIN] : []),
    ...(submits && element.form !== undefined ? [submitRisk(element.form, intent, element.name, around)] : []),
    ...(link === undefined ? agreeingRisks(element, intent) : []),
  );
}

/** By its kind; but one that opens a list shows what is chosen in it. */
function isPlainButton({ tag, type = '', role }: ElementFacts): boolean {
  return !/^(?:combobox|listbox)$/u.test(role) && (tag === 'button' || (tag === 'input' && BUTTON_TYPE.test(type)));
}

const BUTTON_TYPE = /^(?:button|image|reset|submit)$/u;

function isItemOfText({ role, name, shown = '' }: ElementFacts): boolean {
  return ITEMS.has(role) && !isShortCommand(name) && !isShortCommand(shown);
}

function agreeingRisks(element: ElementFacts, intent: LabelIntent): readonly Risk[] {
  if (isConfirmation(element, intent)) return [confirmRisk(element)];
  return mayAgree(element, intent) ? [answerRisk(element)] : [];
}

const UNCERTAIN: Risk = { level: 'high', because: 'the page can change where this link leads while it is pressed' };

/** The risk of a submit: by the form's address, its amounts and the words on its button. */
export function submitRisk(form: FormFacts, intent: LabelIntent, name: string, around: SiteContext): Risk {
  const base = around.page?.url ?? 'http://unknown.invalid/';
  const address = pathRisk(form.action, base, form.method === 'post' ? 'post' : 'get');
  const sent: Risk =
    form.method === 'post' || form.hasPassword
      ? { level: 'medium', because: 'sends a form' }
      : { level: 'low', because: 'asks for a page' };
  return maxRisk(address, sent, ...erasingRisks(form, intent, name), ...spendingRisks(form, intent, name));
}

/** A list of actions beside "Apply" says what is applied. DELETE alone may sign out or unfollow, where the button says so. */
function erasingRisks({ fields = [] }: FormFacts, intent: LabelIntent, name: string): readonly Risk[] {
  if (explainsItself(name)) return [];
  const saysNothing = intent === 'confirm' || !/\p{L}/u.test(name);
  return erasesByField(fields) || (saysNothing && asksToDelete(fields))
    ? [{ level: 'high', because: 'sends a form that says in a field that it deletes' }]
    : [];
}

function spendingRisks(form: FormFacts, intent: LabelIntent, name: string): readonly Risk[] {
  const isUnsaid = name.trim() === '' && form.method !== 'get';
  if (form.method === 'post' && sendsAmount(form) && namesAccount(form) && !explainsItself(name))
    return [{ level: 'critical', because: 'sends a form with an amount of money and an account for it' }];
  if (form.amount !== undefined && (isUnsaid || intent === 'confirm'))
    return [{ level: 'high', because: 'says yes to a form with an amount of money' }];
  if (form.method !== 'post' || !isUnknownCommand(name)) return [];
  if (namesAmount(name)) return [{ level: 'high', because: 'sends a form, and its own words name an amount of money' }];
  return sendsAmount(form) || namesAccount(form)
    ? [{ level: 'high', because: 'sends a form with an amount of money, by a word that is not known' }]
    : [];
}

/** A price that goes along says nothing; a field that is called an amount says how much is to be moved. */
function sendsAmount({ fields = [] }: FormFacts): boolean {
  return fields.some(({ name, value }) => AMOUNT_FIELD.test(name) && /\d/u.test(value));
}

const AMOUNT_FIELD = /amount|betrag|montant|importe|importo|bedrag|kwota|tutar|сумма|金額|金额|금액|राशि|المبلغ/iu;

function namesAccount({ fields = [] }: FormFacts): boolean {
  return fields.some(({ name, value }) => ACCOUNT_FIELD.test(name) && value.trim() !== '');
}

const ACCOUNT_FIELD =
  /iban|payee|beneficiary|recipient|account.?(?:no|number)|sort.?code|routing|empf[aä]nger|kontonummer/iu;

/** Enter in a field presses the form's own button. */
export function enterRisk(field: ElementFacts, form: FormFacts, around: SiteContext): Risk {
  const name = form.submitName ?? '';
  const intent = labelIntent(name, 'control');
  const pressed = { ...field, name, shown: undefined, hint: undefined, tag: 'button', role: 'button' };
  const yes = agreeingRisks(pressed, intent);
  return maxRisk(labelRisk(intent, form), submitRisk(form, intent, name, around), ...yes);
}

function intentOfElement(element: ElementFacts, isLink: boolean): LabelIntent {
  const { name, shown, hint } = element;
  const wordingOf = (said: string): Wording => (isLink ? 'link' : isProse(element, said) ? 'prose' : 'control');
  const deeds = [name, shown ?? ''].map((said) => labelIntent(said, wordingOf(said)));
  if (name.trim() === '' && hint !== undefined)
    deeds.push(
      labelIntent(
        iconWords(hint).replace(PICTURED, (word) => DRAWN[word] ?? word),
        isLink ? 'link' : 'control',
      ),
    );
  return LABEL_INTENTS.find((intent) => deeds.includes(intent)) ?? 'look';
}

/** A card that is pressed as a whole has its text for a name, and its text speaks of many things. */
function isProse({ tag, role }: ElementFacts, said: string): boolean {
  return (
    tag !== 'button' && tag !== 'input' && role !== 'button' && said.split(/\s+/u, MAX_COMMAND).length >= MAX_COMMAND
  );
}

const MAX_COMMAND = 10;

/** Libraries number their drawings (`trash3`), and write names with humps (`TrashIcon`). */
function iconWords(hint: string): string {
  return hint
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{L})\d+/gu, '')
    .toLowerCase();
}

/** The words that icons stand for. */
const DRAWN: Readonly<Record<string, string>> = {
  trash: 'delete',
  bin: 'delete',
  dustbin: 'delete',
  garbage: 'delete',
  plane: 'send',
  dollar: 'pay',
};
const PICTURED = /(?<![a-z])(?:trash|dustbin|bin|garbage|plane|dollar)(?![a-z])/gu;

export function labelRisk(intent: LabelIntent, form?: FormFacts): Risk {
  switch (intent) {
    case 'pay':
      return { level: 'critical', because: 'its label says that it pays, orders or moves money' };
    case 'close-account':
      return { level: 'critical', because: 'its label says that it deletes or closes an account' };
    case 'erase':
      return { level: 'high', because: 'its label says that it deletes' };
    case 'send':
      return { level: 'high', because: 'its label says that it sends or publishes' };
    case 'change-others':
      return { level: 'high', because: 'its label says that it changes what others have or may do' };
    case 'save':
      return { level: 'medium', because: 'its label says that it saves or changes' };
    case 'tidy':
      // The same words on a form that is posted delete something that was kept, e.g. a mail filter.
      if (form?.method === 'post') return { level: 'high', because: 'its label says that it deletes' };
      return { level: form === undefined ? 'medium' : 'low', because: 'clears what is shown' };
    case 'confirm':
    case 'look':
      return { level: 'low', because: 'its label names no risky action' };
  }
}

/** Where a link really leads. An address that only runs script makes a button of it. */
function linkOf({ href }: ElementFacts, { page }: SiteContext): VisitedPlace | undefined {
  if (href === undefined || href.startsWith('#') || !URL.canParse(href, page?.url)) return undefined;
  const { href: url } = new URL(href, page?.url);
  // Also with nothing after it: `#` is the address of links that are there for their script.
  if (url.includes('#') && page !== undefined && url.replace(/#.*$/u, '') === page.url.replace(/#.*$/u, ''))
    return undefined;
  const origin = readOrigin(url);
  return origin === undefined ? undefined : { ...origin, url };
}
