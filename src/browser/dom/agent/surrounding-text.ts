import { PAGE_WORDS } from '../host/page-words.generated.js';
import type { WireFacts } from '../host/wire.js';
import { lastIn, totalIn } from './amount-text.js';
import { textIn } from './amounts.js';
import { cut } from './cut-text.js';
import { foldName } from './names.js';
import {
  attribute,
  documentBody,
  documentQueryAll,
  flatParent,
  matchesSelector,
  querySelector,
} from './dom-primordials.js';

const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';
const BOX = 'section, article, [role=region], main';
const MAX_LENGTH = 400;
const MAX_HEADING = 200;
/** Where one pays, by the address or by a field for a card. */
const PAYING = new RegExp(`(?:^|[^\\p{L}])(?:${PAGE_WORDS.checkout.join('|')})(?:$|[^\\p{L}])`, 'iu');
/** Clocks that count by themselves do not change the question: "9:59 left", "again in 30 s". */
const CLOCK = new RegExp(`\\d{1,2}:\\d{2}(?::\\d{2})?|\\d+\\s?(?:${PAGE_WORDS.clock.join('|')})(?!\\p{L})`, 'giu');
const CARD = 'input[autocomplete^="cc-"]';

/**
 * What a person reads before pressing a button that only says yes: the dialog that it stands in, or the form and its
 * heading; and the total that is shown there.
 */
export function surroundingText(control: Element, form: Element | null): WireFacts['around'] {
  const dialog = boxAround(control, DIALOG);
  const box = dialog ?? (form === null ? undefined : formBox(form));
  const says = box === undefined ? '' : saysOf(box);
  const amount = dialog === undefined ? (form === null ? totalBeside(control) : undefined) : amountIn(dialog);
  if (says === '' && amount === undefined) return undefined;
  return { ...(says === '' ? {} : { says }), ...(amount === undefined ? {} : { amount }) };
}

/** The heading of a form mostly is before it: with it, where that is not the whole page. */
function formBox(form: Element): Element {
  const around = boxAround(form, BOX);
  return around !== undefined && foldName(textIn(around, 'words')).length <= MAX_LENGTH ? around : form;
}

function saysOf(box: Element): string {
  const title = attribute(box, 'aria-label') ?? '';
  const text = foldName(`${title} ${textIn(box, 'words')}`).replace(CLOCK, '…');
  if (text.length <= MAX_LENGTH) return text;
  // A text that nobody reads to its end asks nothing; its heading may.
  const heading = querySelector(box, 'h1, h2, h3, [role=heading]');
  return cut(foldName(`${title} ${heading === null ? '' : textIn(heading)}`), MAX_HEADING);
}

function amountIn(dialog: Element): string | undefined {
  const text = textIn(dialog);
  return totalIn(text) ?? lastIn(text);
}

/** Elsewhere totals tick and count; on a page on which one pays, and by a button that says so, what is shown is moved. */
function totalBeside(control: Element): string | undefined {
  let path = location.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // Taken as it is written.
  }
  if (!PAYING.test(path) && !saysPay(control) && documentQueryAll(document, CARD).length === 0) return undefined;
  const box = boxAround(control, BOX) ?? documentBody(document);
  const inside = box === null ? undefined : totalIn(textIn(box));
  const body = documentBody(document);
  return inside ?? (body === null ? undefined : totalIn(textIn(body)));
}

function saysPay(control: Element): boolean {
  return PAYING.test(
    `${attribute(control, 'aria-label') ?? ''} ${attribute(control, 'value') ?? ''} ${textIn(control)}`,
  );
}

function boxAround(element: Element, selector: string): Element | undefined {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) if (matchesSelector(up, selector)) return up;
  return undefined;
}
